// Trades the token of the launch, which stands behind the # and so is sent to nobody, for a cookie.
const token = location.hash.slice(1);
if (/^[0-9a-f]{64}$/.test(token)) {
  history.replaceState(null, "", location.pathname);
  const answer = await fetch("/session", { method: "POST", body: new URLSearchParams({ token }), redirect: "manual" });
  // An opaque answer is the way to the first page.
  if (answer.type === "opaqueredirect") location.replace("/");
  else location.reload();
}
