// The height of what the frame holds. A resize observer belongs to drawing, and a frame out of
// sight is not drawn: after a change in the lab a timer measures as well.

const kGap_ms = 60;

// Of the content: the page itself is never lower than the frame is.
export function height_of_page() {
  return Math.ceil(document.body.getBoundingClientRect().height);
}

// tell(height) when it is another one.
export function watch_height(bus, tell) {
  let last = 0;
  let timer = null;
  const measure = () => {
    timer ??= setTimeout(() => {
      timer = null;
      const height = height_of_page();
      if (height === last) return;
      last = height;
      tell(height);
    }, kGap_ms);
  };
  new ResizeObserver(measure).observe(document.body);
  bus.on_change(measure);
}
