// Asks the browser to keep the site for visits without a network: in a page of its own, over a safe
// connection, after everything else. Where that is refused the page is as good as before.

const kWorker = "service_worker.js";

export async function keep_for_offline() {
  const {framed, options} = window.cutline_boot;
  if (framed || options.values.storage === "none" || document.querySelector("[data-file]")) return;
  try {
    // To touch it may throw already, in a sandbox.
    await navigator.serviceWorker?.register(kWorker, {updateViaCache: "none"});
  } catch (error) {
    console.info(`Without a network this page will not open: ${error.message}`);
  }
}
