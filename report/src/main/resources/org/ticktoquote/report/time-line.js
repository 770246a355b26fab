// The run over time: tick rate above, worst response and worst replay lag of every slice below; both share x and cursor.
function timeLine(root, buckets) {
  const ratePlot = root.querySelector('.plot-rate');
  const plot = root.querySelector('.plot');
  const show = (name, text) => (root.querySelector('[data-readout="' + name + '"]').textContent = text);
  const xs = buckets.map((b) => b[0]);
  const width = buckets.length > 1 ? xs[1] - xs[0] : 1;
  const whole = { min: xs[0], max: xs[xs.length - 1] + width };
  const visible = [true, true];
  const stalls = JSON.parse(document.getElementById(root.dataset.stalls).textContent);
  const lanes = { replayer: '--series-7', 'fix-clients': '--series-3', harness: '--series-5' };
  root.dataset.bands = String(stalls.length);
  const announcement = root.dataset.announcement ? Number(root.dataset.announcement) : null;
  const fromAnnouncement = (s) => 'T0' + (s < announcement ? '-' : '+') + units.plain(Math.abs(s - announcement), 3) + ' s';

  // Ticks per second over the buckets that start in the same second. A bucket can be longer than a second.
  const second = (fromS) => Math.floor(fromS + 1e-9);
  const perSecond = new Map();
  buckets.forEach(([fromS, ticks]) => {
    const [sum, count] = perSecond.get(second(fromS)) || [0, 0];
    perSecond.set(second(fromS), [sum + ticks, count + 1]);
  });
  const rates = xs.map((fromS) => {
    const [sum, count] = perSecond.get(second(fromS));
    return sum / (count * width);
  });

  const rateText = (rate) => (rate < 10 ? String(parseFloat(rate.toPrecision(2))) : units.grouped(Math.round(rate))) + ' ticks/s';

  let logarithmic = true;
  let window_ = { ...whole };
  let charts = [];
  let cursor = 0;
  let following = false;

  const floor = (ns) => (logarithmic ? Math.max(ns, drawing.logFloorNs) : ns);
  const data = () => [xs, buckets.map(([, ticks, response]) => (ticks > 0 && response != null ? floor(response) : null)), buckets.map(([, ticks, , lag]) => (ticks > 0 ? floor(lag) : null))];

  function read(index) {
    cursor = index;
    const [fromS, ticks, response, lag, lost] = buckets[index];
    root.dataset.at = String(fromS);
    show('place', units.plain(fromS, 3) + ' s to ' + units.plain(fromS + width, 3) + ' s' + (announcement == null ? '' : ' (from ' + fromAnnouncement(fromS) + ')'));
    show('rate', rateText(rates[index]));
    show('ticks', units.grouped(ticks) + ' ticks');
    show('response', ticks === 0 || response == null ? 'none' : units.duration(response));
    show('lag', ticks === 0 ? 'none' : units.duration(lag));
    show('lost', units.grouped(lost));
    const still = stalls.filter(([, from, length]) => from < fromS + width && from + length > fromS);
    show('stalls', still.map(([process, , length, cause]) => process + ' ' + units.duration(length * 1e9) + ' (' + cause + ')').join(', ') || 'none');
  }

  // When a process of the harness stood still: a band behind the lines, and a mark in the process' own lane at the bottom.
  function bands(chart) {
    const { ctx, bbox } = chart;
    const names = Object.keys(lanes);
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    stalls.forEach(([process, from, length]) => {
      const lane = Math.max(0, names.indexOf(process));
      const left = chart.valToPos(from, 'x', true);
      const size = Math.max(chart.valToPos(from + length, 'x', true) - left, drawing.scaled(2));
      ctx.fillStyle = drawing.style(lanes[names[lane]]);
      ctx.globalAlpha = 0.18;
      ctx.fillRect(left, bbox.top, size, bbox.height);
      ctx.globalAlpha = 1;
      ctx.fillRect(left, bbox.top + bbox.height - drawing.scaled(5) * (names.length - lane), size, drawing.scaled(4));
    });
    ctx.restore();
  }

  // The announcement: a line over the whole height, named at the top.
  function news(chart) {
    if (announcement == null) {
      return;
    }
    const { ctx, bbox } = chart;
    const x = chart.valToPos(announcement, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width) {
      return;
    }
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = drawing.style('--text');
    ctx.lineWidth = drawing.scaled(1.5);
    ctx.setLineDash([drawing.scaled(6), drawing.scaled(3)]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.font = '700 ' + drawing.scaled(12) + 'px system-ui, sans-serif';
    const right = x + drawing.scaled(30) < bbox.left + bbox.width;
    ctx.textAlign = right ? 'left' : 'right';
    ctx.textBaseline = 'top';
    ctx.fillText('T0', x + drawing.scaled(right ? 5 : -5), bbox.top + drawing.scaled(3));
    ctx.restore();
  }

  function losses(chart) {
    const { ctx, bbox } = chart;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top - drawing.scaled(12), bbox.width, bbox.height + drawing.scaled(12));
    ctx.clip();
    ctx.fillStyle = drawing.style('--bad');
    buckets.filter((b) => b[4] > 0).forEach((b) => {
      const x = chart.valToPos(b[0] + width / 2, 'x', true);
      ctx.beginPath();
      ctx.moveTo(x, bbox.top - drawing.scaled(10));
      ctx.lineTo(x + drawing.scaled(5), bbox.top);
      ctx.lineTo(x - drawing.scaled(5), bbox.top);
      ctx.fill();
    });
    ctx.restore();
  }

  // Both charts show the same window.
  function follow(chart, key) {
    if (key !== 'x' || following || charts.length < 2) {
      return;
    }
    following = true;
    window_ = { min: chart.scales.x.min, max: chart.scales.x.max };
    charts.filter((other) => other !== chart).forEach((other) => other.setScale('x', window_));
    controls && controls.zoomed(window_.min > whole.min || window_.max < whole.max);
    root.dataset.from = String(window_.min);
    root.dataset.to = String(window_.max);
    following = false;
  }

  const shared = (size, height) => ({
    width: size,
    height,
    padding: [12, 24, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: true, y: false }, points: { size: 6 }, sync: { key: root.id } },
    hooks: { setScale: [follow], setCursor: [(chart) => chart.cursor.idx != null && chart.cursor.left >= 0 && read(chart.cursor.idx)] },
  });
  const stepped = () => uPlot.paths.stepped({ align: 1 });
  const x = { time: false, range: (_, min, max) => [min, max] };
  const seconds = (label) => drawing.axis({ label, size: label ? 30 : 4, values: label ? (_, splits) => splits.map((s) => units.plain(s, 3)) : () => [], ticks: { show: false } });

  function rateChart(size) {
    const colour = drawing.style('--muted');
    const common = shared(size, 120);
    return new uPlot(
      {
        ...common,
        hooks: { ...common.hooks, draw: [news] },
        scales: { x, y: { range: (_, min, max) => [0, max * 1.1 || 1] } },
        axes: [seconds(''), drawing.axis({ label: 'ticks/s', size: 66 })],
        series: [{}, { label: 'ticks per second', stroke: colour, fill: colour + '33', width: 1.5, paths: stepped(), points: { show: false } }],
      },
      [xs, rates],
      ratePlot,
    );
  }

  function worstChart(size) {
    const largest = Math.max(...buckets.map((b) => Math.max(b[2] || 0, b[3])), 1);
    const common = shared(size, 280);
    const line = (index, label, stroke) => ({ label, stroke, width: 1.5, show: visible[index], paths: stepped(), points: { show: false } });
    return new uPlot(
      {
        ...common,
        scales: { x, y: drawing.durationScale(logarithmic) },
        axes: [seconds('run time, s'), drawing.durationAxis(logarithmic, 'worst latency', largest)],
        series: [{}, line(0, 'worst response', drawing.style('--series-1')), line(1, 'worst replay lag', drawing.style('--series-7'))],
        hooks: { ...common.hooks, drawClear: [drawing.watermark, bands], draw: [losses, news] },
      },
      data(),
      plot,
    );
  }

  function redraw(change) {
    logarithmic = change.logarithmic ?? logarithmic;
    root.dataset.scale = logarithmic ? 'log' : 'linear';
    const keep = { ...window_ };
    charts.forEach((chart) => chart.destroy());
    charts = [];
    const size = drawing.width(plot);
    charts = [rateChart(size), worstChart(size)];
    charts[1].setScale('x', keep);
    charts[0].setScale('x', keep);
    buttons && buttons.paint();
  }

  function step(by) {
    const last = buckets.length - 1;
    read(Math.min(Math.max(cursor + by, 0), last));
    charts[1].setCursor({ left: charts[1].valToPos(xs[cursor], 'x'), top: 10 });
  }

  function zoom(factor) {
    const at = xs[cursor];
    const centre = at > window_.min && at < window_.max ? at : (window_.min + window_.max) / 2;
    showWindow(zoomed(window_, whole, factor, centre, false));
  }

  // uPlot applies a scale a moment later; whatever comes before must know it already.
  function showWindow(window) {
    window_ = window;
    charts[1].setScale('x', window);
  }

  const resize = (size) => charts.forEach((chart) => chart.setSize({ width: size, height: chart.height }));
  let controls = null;
  let buttons = null;
  redraw({});
  controls = panel(root, { step, zoom, redraw, resize, reset: () => showWindow({ ...whole }) });
  controls.zoomed(false);
  buttons = legend(root, visible, () => redraw({}));
  read(buckets.reduce((worst, b, i) => ((b[2] || 0) > (buckets[worst][2] || 0) ? i : worst), 0));
}
kinds['time-line'] = timeLine;
