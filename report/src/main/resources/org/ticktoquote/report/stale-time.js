// Share of time with a price at least so old, and share of ticks answered at least so late, over the age; both logarithmic.
function staleTime(root, curves) {
  const place = root.querySelector('[data-readout="place"]');

  const bounds = curves.flatMap((c) => [c, c.soonest]).filter((c) => c);
  const ages = percentiles.sorted(bounds.flatMap((c) => c.points.map(([age]) => age)));
  const lost = (c) => c.points[c.points.length - 1][1] > 0;

  // What lies at or beyond an age: the points are exact, and everything beyond the last one is lost.
  const at = (c, age) => (c.points.find(([a]) => a >= age) || c.points[c.points.length - 1])[1];

  // Younger ages than this one are beyond by nearly everything that is old at all.
  const start = ages.filter((age) => bounds.every((c) => at(c, age) >= 0.98 * c.points[0][1])).pop() || ages[0];
  const last = ages[ages.length - 1];
  const whole = { min: Math.min(start, last / 10), max: last * 1.15 };
  const xs = ages.filter((age) => age >= whole.min).concat(whole.max);
  const smallest = Math.min(...bounds.flatMap((c) => c.points.filter(([, beyond]) => beyond > 0).map(([, beyond]) => beyond / c.total)), 1);
  const visible = curves.map(() => true);

  // A curve falls to the lower edge at its maximum; one with lost ticks goes on to the right edge.
  function line(c, { logarithmic }) {
    const max = c.points[c.points.length - 1][0];
    const floor = logarithmic ? smallest / 2 : 0;
    const values = new Map(c.points.map(([age, beyond]) => [age, Math.max(beyond / c.total, floor)]));
    return xs.map((age) => (age > max ? (lost(c) ? at(c, age) / c.total : null) : values.get(age)));
  }

  // Both edges of the band over all ages: beyond a maximum there is nothing.
  function edge(c, { logarithmic }) {
    const floor = logarithmic ? smallest / 2 : 0;
    return xs.map((age) => Math.max(floor, at(c, age) / c.total));
  }

  function read(age) {
    const known = Math.min(age, last);
    place.textContent = units.duration(known);
    root.dataset.at = String(known);
    curves.forEach((c, i) => {
      const row = root.querySelector('tr[data-series="' + i + '"]');
      const both = [c.soonest || c, c].map((bound) => [at(bound, age), bound.total]);
      const cell = row.querySelector('[data-readout="value"]');
      cell.textContent = units.interval(...both.map(([beyond, total]) => units.share(beyond / total)));
      cell.dataset.beyond = String(both[1][0]);
      const amount = c.name === 'stalenessNs' ? units.duration : units.grouped;
      row.querySelector('[data-readout="exact"]').textContent = units.interval(...both.map(([beyond]) => amount(beyond)));
      row.classList.toggle('off', !visible[i]);
    });
  }

  const percent = (share) => units.plain(share * 100, 9) + ' %';

  function options({ logarithmic }) {
    return {
      y: logarithmic ? { distr: 3, range: (_, min, max) => [smallest / 2, Math.min(1.2, (max || 1) * 1.5)] } : { range: (_, min, max) => [0, Math.max(max || 0, smallest) * 1.06] },
      axes: [
        drawing.axis({ label: 'age of the price, response; log', size: 34, splits: (_, axis, min, max) => drawing.logSplits(min, max), values: (chart, splits) => drawing.apart(chart, splits, splits.map(units.tick)) }),
        drawing.axis({
          label: logarithmic ? 'share, log' : 'share',
          size: 74,
          ...(logarithmic ? { splits: (_, axis, min, max) => drawing.logSplits(min, max) } : {}),
          values: (_, splits) => splits.map(percent),
        }),
      ],
      series: [{}].concat(
        curves.flatMap((c, i) => {
          const stroke = drawing.seriesColour(c.style);
          const common = { label: c.title, show: visible[i], stroke, points: { show: false } };
          const band = { ...common, width: 0, show: visible[i] && c.soonest != null };
          return [{ ...common, width: 2 }, { ...band, width: 0.8 }, band, band];
        }),
      ),
      bands: curves.flatMap((c, i) => (c.soonest ? [{ series: [4 * i + 4, 4 * i + 3], fill: drawing.seriesColour(c.style) + '2e' }] : [])),
    };
  }

  // A marker for each decade, so that curves can be told apart without colours.
  function marks(chart) {
    const { ctx, bbox } = chart;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    curves.forEach((c, i) => {
      const max = c.points[c.points.length - 1][0];
      c.points.filter(([age, beyond], k) => visible[i] && k % 10 === 5 && age < max && beyond > 0).forEach(([age, beyond]) => {
        drawing.marker(ctx, c.style, chart.valToPos(age, 'x', true), chart.valToPos(beyond / c.total, 'y', true), drawing.scaled(3.6));
      });
    });
    ctx.restore();
  }

  const data = (state) => curves.flatMap((c) => (c.soonest ? [line(c, state), line(c.soonest, state), edge(c.soonest, state), edge(c, state)] : [line(c, state), [], [], []]));
  const chart = cursorPlot(root, { heightPx: 360, visible, xs: () => xs, whole: () => whole, options, data, read, marks });
  chart.read(xs.find((age) => age >= 1e6) || last);
}
kinds['stale-time'] = staleTime;
