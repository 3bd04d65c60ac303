# Mail: a mailbox of 4 GB and 200,000 messages, listed, filtered, its attachments saved.
#
# The mailbox is made by make-mailbox.py. grep and cat are what reading it once costs at the least; Python's mailbox
# is what scripts use. Attachments are saved on one core, into memory where there is such a file system.

python3 "$here/Benchmarks/make-mailbox.py" mail.mbox 200000 3900000000
size=$(($(stat -c %s mail.mbox) / 1000000))
cat mail.mbox >/dev/null
cat >mailbox.py <<'PYTHON'
import mailbox
for message in mailbox.mbox("mail.mbox", create=False):
    print(message["date"], message["from"], message["subject"],
          [part.get_filename() for part in message.walk() if part.get_filename()])
PYTHON
peers=("grep and cat=sh -c 'grep -c \"^From \" mail.mbox | cat; cat mail.mbox >/dev/null'")
runs=3 job "$size MB of mail listed" 3 "fairy open mail.mbox" "${peers[@]}"
runs=3 job "the same as JSON" 3 "fairy open --json mail.mbox" "${peers[@]}"
runs=3 job "filtered by sender, time and attachment" 3 \
  "fairy open --json mail.mbox --from anna --after 2010-01-01 --attachment *.pdf" "${peers[@]}"
runs=1 job "the list beside Python's mailbox" 0.05 "fairy open mail.mbox" "mailbox=python3 mailbox.py"

saved=$work/saved
[ ! -d /dev/shm ] || saved=/dev/shm/fairy-bench-saved
rm -rf "$saved"
best=0
for _ in 1 2 3; do
  begin=$(date +%s.%N)
  taskset -c 0 fairy extract mail.mbox -o "$saved" --jobs 1 >/dev/null 2>&1
  took=$(echo "$(date +%s.%N) - $begin" | bc)
  bytes=$(du -sb "$saved" | cut -f1)
  rm -rf "$saved"
  rate=$(echo "$size / $took" | bc)
  [ "$rate" -le "$best" ] || best=$rate
done
echo "| attachments of $size MB saved ($((bytes / 1000000)) MB) on one core | $best MB of mail a second | none | | ≥ 300 MB/s |"
rm -f mail.mbox
