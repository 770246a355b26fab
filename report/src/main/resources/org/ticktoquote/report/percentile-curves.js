// Percentile curves: the share beyond a percentile on a logarithmic x, the latency on y.
function percentileCurves(root, curves) {
  const place = root.querySelector('[data-readout="place"]');

  function placed(curve) {
    const points = [];
    curve.points.forEach(([percentile, ns, supported]) => {
      const before = points.length ? points[points.length - 1].x : 1;
      points.push({ x: percentiles.placed(percentile, curve.count, before), percentile, ns, supported: supported === 1 });
    });
    return { ...curve, points };
  }
  const series = curves.map((curve) => ({ ...placed(curve), soonest: curve.soonest && placed(curve.soonest) }));
  const both = (s) => s.points.concat(s.soonest ? s.soonest.points : []);
  const largestOf = (some) => Math.max(...some.flatMap((s) => both(s).map((p) => p.ns || 0)), drawing.logFloorNs);
  const xs = percentiles.sorted(series.flatMap((s) => both(s).map((p) => p.x)));
  const whole = { min: xs[0], max: xs[xs.length - 1] };
  const visible = series.map((s) => s.visible);
  const at = (s, x) => percentiles.at(s.points, x);
  const shown = (ns, state) => (ns == null ? null : state.logarithmic ? Math.max(ns, drawing.logFloorNs) : ns);

  // Two lines a series: solid where supported; dashed where a point or its neighbour is not. null breaks a line, undefined does not.
  function lines(s, state) {
    const solid = new Map();
    const dashed = new Map();
    s.points.forEach((p, i) => {
      const y = shown(p.ns, state);
      const faded = [s.points[i - 1], p, s.points[i + 1]].some((q) => q && !q.supported);
      solid.set(p.x, p.supported ? y : null);
      dashed.set(p.x, faded ? y : null);
    });
    return [xs.map((x) => solid.get(x)), xs.map((x) => dashed.get(x))];
  }

  // The edges of the band between both attributions. Refused under one of them is far above the chart, under both is no band.
  function edges(s, state) {
    const edge = (bound, refused) => {
      const values = new Map((bound ? bound.points : []).map((p) => [p.x, p.ns == null ? refused : shown(p.ns, state)]));
      return xs.map((x) => values.get(x));
    };
    return [edge(s.soonest, null), edge(s, largestOf(series) * 100)];
  }

  function marks(u) {
    percentiles.marks(u, { min: u.scales.x.min }, () =>
      series.map((s, i) => {
        if (!visible[i]) {
          return null;
        }
        const y = (p) => shown(p.ns, { logarithmic: root.dataset.scale === 'log' });
        const left = percentiles.refused(u, s.points, s.style, i, y);
        percentiles.markers(u, s.points, s.style, y);
        return left;
      }),
    );
  }

  const text = (ns) => (ns == null ? '> drain' : units.duration(ns));

  // Every value at x, exact, in the table beside the chart; hidden series too, but faded.
  function read(x) {
    place.textContent = units.percent(x) + ' · ' + percentiles.beyond(x);
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

  function options(state) {
    const largest = largestOf(series.filter((_, i) => visible[i]));
    return {
      y: drawing.durationScale(state.logarithmic),
      axes: [percentiles.axis(), drawing.durationAxis(state.logarithmic, 'latency', largest)],
      series: [{}].concat(
        series.flatMap((s, i) => {
          const line = { label: s.label, show: visible[i], stroke: drawing.seriesColour(s.style), width: 2, points: { show: false } };
          const edge = { ...line, auto: false, width: 0, show: visible[i] && s.soonest != null };
          return [line, { ...line, dash: [5, 5], width: 1.5, alpha: 0.75 }, { ...edge, auto: true, width: 0.8 }, edge];
        }),
      ),
      bands: series.flatMap((s, i) => (s.soonest ? [{ series: [4 * i + 4, 4 * i + 3], fill: drawing.seriesColour(s.style) + '2e' }] : [])),
    };
  }

  const data = (state) => series.flatMap((s) => lines(s, state).concat(edges(s, state)));
  const chart = cursorPlot(root, { heightPx: 330, visible, xs: () => xs, whole: () => whole, options, data, read, marks });
  chart.read(xs.find((x) => x >= 100) || whole.max);
}
kinds['percentile-curves'] = percentileCurves;
