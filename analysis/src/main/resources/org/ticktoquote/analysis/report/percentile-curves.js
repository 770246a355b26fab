// Percentile curves: the share beyond a percentile on a logarithmic x, the latency on y.
function percentileCurves(root, curves) {
  const plot = root.querySelector('.plot');
  const place = root.querySelector('[data-readout="place"]');
  const sorted = (numbers) => [...new Set(numbers)].sort((a, b) => a - b);

  // The maximum stands where one observation is left: at x = count.
  function placed(curve) {
    const points = [];
    curve.points.forEach(([percentile, ns, supported]) => {
      const before = points.length ? points[points.length - 1].x : 1;
      const x = percentile >= 100 ? Math.max(curve.count, before) : 100 / (100 - percentile);
      points.push({ x, percentile, ns, supported: supported === 1 });
    });
    return { ...curve, points };
  }
  const series = curves.map((curve) => ({ ...placed(curve), soonest: curve.soonest && placed(curve.soonest) }));
  const both = (s) => s.points.concat(s.soonest ? s.soonest.points : []);
  const largestOf = (some) => Math.max(...some.flatMap((s) => both(s).map((p) => p.ns || 0)), drawing.logFloorNs);
  const xs = sorted(series.flatMap((s) => both(s).map((p) => p.x)));
  const whole = { min: xs[0], max: xs[xs.length - 1] };
  const visible = series.map((s) => s.visible);

  const heightPx = 480;

  let logarithmic = true;
  let window_ = { ...whole };
  let u = null;
  let cursor = null;

  // The rank rule: the value at a percentile is that of the first point not below it.
  const at = (s, x) => s.points.find((p) => p.x >= x * (1 - 1e-12)) || s.points[s.points.length - 1];

  // Two lines a series: solid where supported; dashed where a point or its neighbour is not. null breaks a line, undefined does not.
  function lines(s) {
    const solid = new Map();
    const dashed = new Map();
    s.points.forEach((p, i) => {
      const y = p.ns == null ? null : logarithmic ? Math.max(p.ns, drawing.logFloorNs) : p.ns;
      const faded = [s.points[i - 1], p, s.points[i + 1]].some((q) => q && !q.supported);
      solid.set(p.x, p.supported ? y : null);
      dashed.set(p.x, faded ? y : null);
    });
    return [xs.map((x) => solid.get(x)), xs.map((x) => dashed.get(x))];
  }

  // The edges of the band between both attributions. Refused under one of them is far above the chart, under both is no band.
  function edges(s) {
    const edge = (bound, refused) => {
      const values = new Map((bound ? bound.points : []).map((p) => [p.x, p.ns == null ? refused : logarithmic ? Math.max(p.ns, drawing.logFloorNs) : p.ns]));
      return xs.map((x) => values.get(x));
    };
    return [edge(s.soonest, null), edge(s, largestOf(series) * 100)];
  }

  function xSplits(min, max) {
    const decades = Math.log10(max / min);
    const factors = decades > 3.2 ? [1] : decades > 1.2 ? [1, 2, 5] : decades > 0.3 ? [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 7] : null;
    if (!factors) {
      return [0, 1, 2, 3, 4].map((i) => min + ((max - min) * i) / 4);
    }
    const splits = decades > 3.2 && min <= 2 ? [2] : [];
    for (let decade = Math.floor(Math.log10(min)); decade <= Math.log10(max); decade++) {
      factors.forEach((f) => splits.push(f * 10 ** decade));
    }
    return sorted(splits.filter((x) => x >= min * (1 - 1e-9) && x <= max * (1 + 1e-9)));
  }

  const beyond = (x) => (x <= 1 ? 'all' : '1 in ' + units.grouped(units.plain(x, x < 10 ? 1 : 0)));

  function eachVisible(draw) {
    series.forEach((s, i) => {
      if (visible[i]) {
        draw(s, i);
      }
    });
  }

  function marks(chart) {
    const { ctx, bbox } = chart;
    const lefts = [];
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top - drawing.scaled(14), bbox.width, bbox.height + drawing.scaled(20));
    ctx.clip();
    eachVisible((s, i) => {
      refused(chart, s, i);
      lefts.push(...s.points.filter((p) => p.ns == null).map((p) => p.x));
      [2, 10, 100, 1e3, 1e4, 1e5, 1e6].forEach((x) => {
        const p = at(s, x);
        if (p.ns != null && p.supported && x <= s.points[s.points.length - 1].x) {
          const y = logarithmic ? Math.max(p.ns, drawing.logFloorNs) : p.ns;
          drawing.marker(ctx, s.style, chart.valToPos(x, 'x', true), chart.valToPos(y, 'y', true), drawing.scaled(3.6));
        }
      });
    });
    ctx.font = '700 ' + drawing.scaled(12) + 'px system-ui, sans-serif';
    ctx.textAlign = 'right';
    ctx.textBaseline = 'top';
    ctx.fillStyle = drawing.style('--bad');
    if (lefts.length > 0) {
      ctx.fillText('> drain', chart.valToPos(Math.max(Math.min(...lefts), window_.min), 'x', true) - drawing.scaled(10), bbox.top + drawing.scaled(1));
    }
    ctx.restore();
  }

  // Refused percentiles lie above every measured value: along the top edge, with an arrow that leaves the chart.
  function refused(chart, s, i) {
    const from = s.points.findIndex((p) => p.ns == null);
    if (from < 0) {
      return;
    }
    const { ctx, bbox } = chart;
    const top = bbox.top + drawing.scaled(3 + 4 * i);
    const left = chart.valToPos(s.points[from].x, 'x', true);
    ctx.strokeStyle = ctx.fillStyle = drawing.seriesColour(s.style);
    ctx.lineWidth = drawing.scaled(2);
    ctx.setLineDash([drawing.scaled(2), drawing.scaled(3)]);
    ctx.beginPath();
    if (from > 0) {
      const last = s.points[from - 1];
      ctx.moveTo(chart.valToPos(last.x, 'x', true), chart.valToPos(Math.max(last.ns, 1), 'y', true));
      ctx.lineTo(left, top);
    }
    ctx.moveTo(left, top);
    ctx.lineTo(chart.valToPos(s.points[s.points.length - 1].x, 'x', true), top);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.beginPath();
    ctx.moveTo(left, top - drawing.scaled(9));
    ctx.lineTo(left + drawing.scaled(5), top);
    ctx.lineTo(left - drawing.scaled(5), top);
    ctx.fill();
  }

  const text = (ns) => (ns == null ? '> drain' : units.duration(ns));

  // Every value at x, exact, in the table beside the chart; hidden series too, but faded.
  function read(x) {
    cursor = x;
    place.textContent = units.percent(x) + ' · ' + beyond(x);
    root.dataset.at = String(x);
    series.forEach((s, i) => {
      const row = root.querySelector('tr[data-series="' + i + '"]');
      const p = at(s, x);
      const low = s.soonest ? at(s.soonest, x) : p;
      const supported = p.supported && low.supported;
      const cell = row.querySelector('[data-readout="value"]');
      cell.textContent = units.interval(text(low.ns), text(p.ns));
      cell.dataset.ns = p.ns == null ? '' : String(p.ns);
      cell.dataset.lowNs = low.ns == null ? '' : String(low.ns);
      const exact = [low.ns, p.ns].filter((ns, k) => ns != null && (k === 0 || ns !== low.ns)).map(units.grouped);
      row.querySelector('[data-readout="exact"]').textContent = [
        exact.length ? exact.join(' to ') + ' ns' : '',
        p.percentile >= 100 ? 'max' : '',
        supported ? '' : 'unsupported',
      ].filter((part) => part).join(' · ');
      row.classList.toggle('off', !visible[i]);
      row.classList.toggle('unsupported', !supported);
    });
  }

  function options(width) {
    const largest = largestOf(series.filter((_, i) => visible[i]));
    return {
      width,
      height: heightPx,
      padding: [16, 24, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: true, y: false }, points: { size: 8 } },
      scales: { x: { time: false, distr: 3, range: (_, min, max) => [min, max] }, y: drawing.durationScale(logarithmic) },
      axes: [
        drawing.axis({
          label: 'percentile (one step to the right: a tenth of the observations is left)',
          size: 48,
          gap: 6,
          splits: (_, axis, min, max) => xSplits(min, max),
          values: (_, splits) => splits.map((x) => units.percent(x) + '\n' + beyond(x)),
        }),
        drawing.durationAxis(logarithmic, 'latency', largest),
      ],
      series: [{}].concat(
        series.flatMap((s, i) => {
          const line = { label: s.label, show: visible[i], stroke: drawing.seriesColour(s.style), width: 2, points: { show: false } };
          const edge = { ...line, auto: false, width: 0, show: visible[i] && s.soonest != null };
          return [line, { ...line, dash: [5, 5], width: 1.5, alpha: 0.75 }, { ...edge, auto: true, width: 0.8 }, edge];
        }),
      ),
      bands: series.flatMap((s, i) => (s.soonest ? [{ series: [4 * i + 4, 4 * i + 3], fill: drawing.seriesColour(s.style) + '2e' }] : [])),
      hooks: {
        drawClear: [drawing.watermark],
        draw: [marks],
        setCursor: [(chart) => chart.cursor.idx != null && chart.cursor.left >= 0 && read(xs[chart.cursor.idx])],
        setScale: [
          (chart, key) => {
            if (key === 'x') {
              window_ = { min: chart.scales.x.min, max: chart.scales.x.max };
              root.dataset.from = String(window_.min);
              root.dataset.to = String(window_.max);
              controls && controls.zoomed(window_.min > whole.min || window_.max < whole.max);
            }
          },
        ],
      },
    };
  }

  function redraw(change) {
    logarithmic = change.logarithmic ?? logarithmic;
    root.dataset.scale = logarithmic ? 'log' : 'linear';
    const keep = { ...window_ };
    if (u) {
      u.destroy();
    }
    u = new uPlot(options(change.width || plot.clientWidth), [xs].concat(series.flatMap((s) => lines(s).concat(edges(s)))), plot);
    u.setScale('x', keep);
    buttons && buttons.paint();
  }

  function step(by) {
    const inside = xs.filter((x) => x >= window_.min && x <= window_.max);
    const now = inside.findIndex((x) => x >= cursor);
    const next = Math.min(Math.max((now < 0 ? inside.length - 1 : now) + by, 0), inside.length - 1);
    u.setCursor({ left: u.valToPos(inside[next], 'x'), top: 10 });
    read(inside[next]);
  }

  function zoom(factor) {
    const centre = cursor > window_.min && cursor < window_.max ? cursor : Math.sqrt(window_.min * window_.max);
    show(zoomed(window_, whole, factor, centre, true));
  }

  // uPlot applies a scale a moment later; whatever comes before must know it already.
  function show(window) {
    window_ = window;
    u.setScale('x', window);
  }

  let controls = null;
  let buttons = null;
  redraw({});
  controls = panel(root, { step, zoom, redraw, reset: () => show({ ...whole }), resize: (width) => u.setSize({ width, height: heightPx }) });
  controls.zoomed(false);
  buttons = legend(root, visible, () => {
    redraw({});
    read(cursor);
  });
  read(xs.find((x) => x >= 100) || whole.max);
}
