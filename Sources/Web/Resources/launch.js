// Trades the token of the launch, which stands behind the # and so is sent to nobody, for a cookie.
const token = location.hash.slice(1);
if (/^[0-9a-f]{64}$/.test(token)) {
  history.replaceState(null, "", location.pathname + location.search);
  const answer = await fetch("/session", { method: "POST", body: new URLSearchParams({ token }), redirect: "manual" });
  // An opaque answer is the way to the first page: the browser is in, and sees the view that the address names.
  if (answer.type === "opaqueredirect") location.replace(location.pathname + location.search);
  else location.reload();
} else if (!sessionStorage.getItem("fairy-came")) {
  // Browsers keep the cookie back from whoever follows a link in another program, but not from this page itself.
  sessionStorage.setItem("fairy-came", "yes");
  location.replace(location.href);
}
export {};
