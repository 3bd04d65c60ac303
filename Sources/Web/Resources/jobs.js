// Pages of jobs follow how they stand.
// @ts-check
import { fetchPage } from "./app.js";
import { listen, say } from "./events.js";

/** A job tells how far it is; when it has ended, its page is loaded anew. */
const running = /** @type {HTMLElement | null} */ (document.querySelector("[data-job]"));
if (running) {
  const bar = /** @type {HTMLProgressElement} */ (running.querySelector("progress"));
  const show = (/** @type {{ state: string, fraction?: number | null }} */ job) => {
    if (job.state !== "running") {
      dispatchEvent(new CustomEvent("fairy-did", { detail: job.state === "done" ? "done" : "fault" }));
      location.reload();
      return;
    }
    if (typeof job.fraction !== "number") return;
    bar.value = job.fraction;
    say(`${Math.round(100 * job.fraction)} %`, false);
  };
  const ask = async () => {
    const answer = await fetch(`/jobs/${running.dataset.job}/state`).catch(() => undefined);
    if (answer?.ok) show(await answer.json());
  };
  listen(({ kind, data }) => {
    if (kind === "reload") ask();
    else if (kind === "job" && String(data.number) === running.dataset.job) show(data);
  });
  ask();
}

/** A list of jobs. */
const list = /** @type {HTMLElement | null} */ (document.querySelector("[data-jobs]"));
if (list) {
  /** What can be had of all results is asked for anew when one has ended: once for those that end together. */
  let timer = 0;
  const renewResults = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const fresh = (await fetchPage("/jobs"))?.querySelector("[data-results]");
      if (fresh) document.querySelector("[data-results]")?.replaceWith(fresh);
    }, 200);
  };
  const show = (/** @type {{ number: number, state: string, name: string, fraction?: number | null }} */ job) => {
    const line = document.getElementById(`job-${job.number}`);
    const mark = line?.querySelector(".state"), link = line?.querySelector("a bdi");
    if (!mark || !link) return;
    const word = list.dataset[job.state] ?? job.state;
    const isRunning = job.state === "running";
    mark.textContent = isRunning && typeof job.fraction === "number" ? `${word} ${Math.round(100 * job.fraction)} %` : word;
    if (mark.classList.contains(job.state)) return;
    mark.className = `state ${job.state}`;
    link.textContent = job.name;
    line?.querySelector("button")?.remove();
    say(`${job.name}: ${word}`);
    if (!isRunning) renewResults();
  };
  const ask = async () => {
    const answer = await fetch("/jobs/state").catch(() => undefined);
    if (answer?.ok) (await answer.json()).forEach(show);
  };
  listen(({ kind, data }) => {
    if (kind === "reload") ask();
    else if (kind === "job") show(data);
  });
  if (list.querySelector(".running")) ask();
}
