// What the charts over one logarithmic x share: the zoomed window, the cursor that steps from value to value, the controls.
// A chart gives heightPx, visible, xs(), whole(), options(state), data(state), read(x) and marks(uPlot).
function cursorPlot(root, chart) {
  const plot = root.querySelector('.plot');
  const state = { logarithmic: true, window: { ...chart.whole() }, cursor: null };
  let u = null;
  let controls = null;
  let buttons = null;

  function read(x) {
    state.cursor = x;
    chart.read(x);
  }

  function scaled(shown, key) {
    if (key === 'x') {
      state.window = { min: shown.scales.x.min, max: shown.scales.x.max };
      root.dataset.from = String(state.window.min);
      root.dataset.to = String(state.window.max);
      controls && controls.zoomed(state.window.min > chart.whole().min || state.window.max < chart.whole().max);
    }
  }

  function options(width) {
    const { y, ...own } = chart.options(state);
    return {
      width,
      height: chart.heightPx,
      padding: [16, 44, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: true, y: false }, points: { size: 8 } },
      scales: { x: { time: false, distr: 3, range: (_, min, max) => [min, max] }, y },
      hooks: {
        drawClear: [drawing.watermark],
        draw: [chart.marks],
        setCursor: [(shown) => shown.cursor.idx != null && shown.cursor.left >= 0 && read(chart.xs()[shown.cursor.idx])],
        setScale: [scaled],
      },
      ...own,
    };
  }

  function redraw(change) {
    state.logarithmic = change.logarithmic ?? state.logarithmic;
    root.dataset.scale = state.logarithmic ? 'log' : 'linear';
    const keep = { ...state.window };
    if (u) {
      u.destroy();
    }
    u = new uPlot(options(drawing.width(plot)), [chart.xs()].concat(chart.data(state)), plot);
    u.setScale('x', keep);
    buttons && buttons.paint();
  }

  function step(by) {
    const inside = chart.xs().filter((x) => x >= state.window.min && x <= state.window.max);
    const now = inside.findIndex((x) => x >= state.cursor);
    const next = Math.min(Math.max((now < 0 ? inside.length - 1 : now) + by, 0), inside.length - 1);
    u.setCursor({ left: u.valToPos(inside[next], 'x'), top: 10 });
    read(inside[next]);
  }

  function zoom(factor) {
    const { window, cursor } = state;
    const centre = cursor > window.min && cursor < window.max ? cursor : Math.sqrt(window.min * window.max);
    show(zoomed(window, chart.whole(), factor, centre, true));
  }

  // uPlot applies a scale a moment later; whatever comes before must know it already.
  function show(window) {
    state.window = window;
    u.setScale('x', window);
  }

  // Everything anew: another choice of what is shown.
  function renew() {
    redraw({});
    read(state.cursor);
  }

  redraw({});
  const reset = () => show({ ...chart.whole() });
  controls = panel(root, { step, zoom, redraw, reset, resize: (width) => u.setSize({ width, height: chart.heightPx }) });
  controls.zoomed(false);
  buttons = legend(root, chart.visible, renew);
  return { state, read, renew, reset, buttons };
}
