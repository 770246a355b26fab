// The kinds of charts that the page has, by name.
const kinds = {};

// The controls that every chart has: scale switch, zoom buttons, keys, redraw on a change of size, colours or medium.
function panel(root, chart) {
  const plot = root.querySelector('.plot');
  const reset = root.querySelector('[data-action="reset"]');
  const keys = {
    ArrowLeft: () => chart.step(-1),
    ArrowRight: () => chart.step(1),
    Home: () => chart.step(-Infinity),
    End: () => chart.step(Infinity),
    '+': () => chart.zoom(0.5),
    '=': () => chart.zoom(0.5),
    '-': () => chart.zoom(2),
    0: () => chart.reset(),
    Escape: () => chart.reset(),
  };

  plot.addEventListener('keydown', (event) => {
    if (keys[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  root.querySelector('[data-action="zoom-in"]').addEventListener('click', () => chart.zoom(0.5));
  root.querySelector('[data-action="zoom-out"]').addEventListener('click', () => chart.zoom(2));
  reset.addEventListener('click', () => chart.reset());
  root.querySelectorAll('input[name$="-scale"]').forEach((input) =>
    input.addEventListener('change', () => chart.redraw({ logarithmic: input.value === 'log' })),
  );

  let width = plot.clientWidth;
  new ResizeObserver(() => {
    if (plot.clientWidth !== width && plot.clientWidth > 0) {
      width = plot.clientWidth;
      chart.resize(width);
    }
  }).observe(plot);

  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => chart.redraw({}));
  addEventListener('beforeprint', () => {
    document.documentElement.classList.add('printing');
    chart.redraw({});
  });
  addEventListener('afterprint', () => {
    document.documentElement.classList.remove('printing');
    chart.redraw({});
  });

  return { zoomed: (yes) => (reset.disabled = !yes) };
}

// A series' button in the legend; pressed means visible.
function legend(root, visible, changed) {
  const all = root.querySelectorAll('button[data-series]');
  const show = () => all.forEach((button) => button.setAttribute('aria-pressed', String(visible[Number(button.dataset.series)])));
  all.forEach((button) =>
    button.addEventListener('click', () => {
      const index = Number(button.dataset.series);
      visible[index] = !visible[index];
      show();
      changed();
    }),
  );
  show();
  const paint = () => root.querySelectorAll('canvas[data-style]').forEach((c) => drawing.swatch(c, Number(c.dataset.style)));
  paint();
  return { paint, show };
}

// The zoomed window of an axis, kept within the whole. On a logarithmic axis the middle is the geometric one.
function zoomed(window, whole, factor, centre, logarithmic) {
  const to = logarithmic ? Math.log : (v) => v;
  const back = logarithmic ? Math.exp : (v) => v;
  const half = ((to(window.max) - to(window.min)) * factor) / 2;
  const middle = to(centre);
  const min = Math.max(to(whole.min), middle - half);
  const max = Math.min(to(whole.max), middle + half);
  return { min: back(min), max: back(max) };
}
