// Set the theme before anything is painted, so that nothing flashes.
// A plain script in the head: modules run too late for this.
(() => {
  try {
    const theme = localStorage.getItem("headlight-theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage can be forbidden; the system's setting then holds.
  }
  // A long text stands behind "#": what the server drew is not it.
  if (/^#.*\btext=/.test(location.hash)) document.documentElement.dataset.elsewhere = "";
})();
