// Tells the picture what SDL does not hear of: a container that changes its size, a pixel ratio
// that changes, a graphics context that is lost and comes back.

// tell(width, height, ratio) with whole CSS pixels, now and at every change. Returns the sizes now.
export function watch_size(box, canvas, tell) {
  let last = "";
  const measure = () => ({
    width: Math.floor(box.clientWidth),
    height: Math.floor(box.clientHeight),
    ratio: window.devicePixelRatio,
  });
  const report = () => {
    const {width, height, ratio} = measure();
    const now = `${width} ${height} ${ratio}`;
    if (width === 0 || height === 0 || now === last) return;
    last = now;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    tell(width, height, ratio);
  };

  const observer = new ResizeObserver(report);
  try {
    observer.observe(box, {box: "device-pixel-content-box"});
  } catch {
    observer.observe(box); // not everywhere
  }
  const watch_ratio = () => {
    const query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    query.addEventListener(
      "change",
      () => {
        report();
        watch_ratio();
      },
      {once: true},
    );
  };
  watch_ratio();
  return measure();
}

// Without preventDefault the browser would not give the context back.
export function watch_context(canvas, {lost, restored}) {
  canvas.addEventListener("webglcontextlost", (event) => {
    event.preventDefault();
    lost();
  });
  canvas.addEventListener("webglcontextrestored", restored);
}
