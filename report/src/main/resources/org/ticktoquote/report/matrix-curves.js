// Percentile curves of the cases of a matrix: the median of a case's runs as a line, all its runs as a band, and under the
// percentiles the time per year to the right of each.
function matrixCurves(root, data) {
  const place = root.querySelector('[data-readout="place"]');
  const bases = {
    'fx-week': (share) => share * 52 * 120 * 3600,
    calendar: (share) => share * 365 * 86400,
    // null: truncated to nothing, which is no figure
    'whole-seconds': (share) => 365 * Math.floor(share * 86400 + 1e-6) || null,
    regime: (share) => share * data.annual.hoursPerYear * 3600,
  };
  // Ends of intervals are never truncated.
  const untruncated = () => bases[chosen.base === 'whole-seconds' ? 'calendar' : chosen.base];
  const visible = data.cases.map((c) => c.visible);
  const prepared = new Map();
  const chosen = { figure: data.figures[0].name, normalised: false, base: data.annual.base };

  const factor = () => (chosen.normalised ? 100 / data.referenceNs : 1);
  const title = () => data.figures.find((f) => f.name === chosen.figure).title;

  function placed(curve) {
    const points = [];
    (curve ? curve.points : []).forEach(([percentile, low, high, lowest, highest, supported, refused, independent, year]) => {
      const before = points.length ? points[points.length - 1].x : 1;
      const x = percentiles.placed(percentile, curve.count, before);
      points.push({ x, percentile, low, high, lowest, highest, supported: supported === 1, refused: refused === 1, independent, year });
    });
    return points;
  }

  // All curves of the chosen figure; cases without any have no points.
  function current() {
    if (!prepared.has(chosen.figure)) {
      const curves = data.cases.map((c) => ({ style: c.style, name: c.name, points: placed(c.curves[chosen.figure]) }));
      const xs = percentiles.sorted(curves.flatMap((c) => c.points.map((p) => p.x)));
      const largest = Math.max(drawing.logFloorNs, ...curves.flatMap((c) => c.points.map((p) => p.highest || p.low)));
      prepared.set(chosen.figure, { curves, xs: xs.length ? xs : [1, 10], largest });
    }
    return prepared.get(chosen.figure);
  }

  const whole = () => ({ min: current().xs[0], max: current().xs[current().xs.length - 1] });
  const scaled = (ns, { logarithmic }) => (logarithmic ? Math.max(ns, drawing.logFloorNs) : ns) * factor();
  const median = (p) => (p.refused ? null : (p.high ?? p.low));

  // Median solid where supported and dashed elsewhere, then both edges of the band; where a run is refused the upper one is far above.
  function lines(c, state) {
    const { xs, largest } = current();
    const columns = [new Map(), new Map(), new Map(), new Map()];
    c.points.forEach((p, i) => {
      const y = median(p) == null ? null : scaled(median(p), state);
      const faded = [c.points[i - 1], p, c.points[i + 1]].some((q) => q && !q.supported);
      columns[0].set(p.x, p.supported ? y : null);
      columns[1].set(p.x, faded ? y : null);
      columns[2].set(p.x, scaled(p.lowest, state));
      columns[3].set(p.x, p.highest == null ? largest * 100 * factor() : scaled(p.highest, state));
    });
    return columns.map((column) => xs.map((x) => column.get(x)));
  }

  function options(state) {
    const { curves, largest } = current();
    // The axis is arithmetic: it always reads its time. What runs support is drawn on the curves.
    const time = (x) => {
      const seconds = bases[chosen.base](1 / x);
      return seconds === null ? '< ' + units.perYear(365) : units.perYear(seconds);
    };
    return {
      y: drawing.durationScale(state.logarithmic, factor()),
      axes: [
        percentiles.axis(),
        drawing.axis({
          scale: 'x',
          side: 2,
          label: 'time per year to its right, ' + root.querySelector('input[name$="-base"]:checked').dataset.meaning,
          size: 30,
          gap: 4,
          grid: { show: false },
          splits: (_, axis, min, max) => percentiles.splits(min, max),
          values: (chart, places) => drawing.apart(chart, places, places.map(time)),
        }),
        chosen.normalised ? drawing.unitAxis(state.logarithmic, title() + ', units') : drawing.durationAxis(state.logarithmic, title(), largest),
      ],
      series: [{}].concat(
        curves.flatMap((c, i) => {
          const line = { label: c.name, show: visible[i], stroke: drawing.seriesColour(c.style), width: 2, points: { show: false } };
          const edge = { ...line, width: 0, auto: false };
          return [line, { ...line, dash: [5, 5], width: 1.5, alpha: 0.75 }, edge, edge];
        }),
      ),
      bands: curves.flatMap((c, i) => [{ series: [4 * i + 4, 4 * i + 3], fill: drawing.seriesColour(c.style) + '20' }]),
    };
  }

  function marks(u) {
    const state = { logarithmic: root.dataset.scale === 'log' };
    const y = (p) => (median(p) == null ? null : scaled(median(p), state));
    percentiles.marks(u, { min: u.scales.x.min }, () =>
      current().curves.map((c, i) => {
        if (!visible[i] || c.points.length === 0) {
          return null;
        }
        const left = percentiles.refused(u, c.points, c.style, i % 10, y);
        percentiles.markers(u, c.points, c.style, y);
        return left;
      }),
    );
  }

  const amount = (ns) => (chosen.normalised ? units.plain(ns * factor(), 3) : units.duration(ns));
  const between = (low, high) => (chosen.normalised ? (low === high ? low : low + '..' + high) : units.interval(low, high));

  function value(p) {
    if (p.refused) {
      return '> drain';
    }
    return p.high == null ? amount(p.low) + '..> drain' : between(amount(p.low), amount(p.high));
  }

  // Time per year later than the value at the last client, of quotes and of time; nothing is extrapolated. Of the better half
  // nobody asks how long a year is worse.
  function annual(p) {
    if (!p.year || p.percentile <= 50) {
      return '';
    }
    const [share, low, high, timeLow, timeHigh] = p.year;
    const seconds = bases[chosen.base](share);
    const end = (part) => units.perYear(untruncated()(part));
    const quotes = seconds === null ? 'less than 1 s a day' : units.perYear(seconds) + ' a year';
    const interval = low === null ? ' (one run: no interval)' : ' (95 %: ' + end(low) + ' to ' + end(high) + ')';
    return 'worse for ' + quotes + ' of quotes' + interval + ', ' + end(timeLow) + ' to ' + end(timeHigh) + ' of time';
  }

  // Every value at x, exact, in the table beside the chart; hidden cases too, but faded.
  function read(x) {
    place.textContent = units.percent(x) + ' · ' + percentiles.beyond(x);
    root.dataset.at = String(x);
    current().curves.forEach((c, i) => {
      const row = root.querySelector('tr[data-series="' + i + '"]');
      const cell = row.querySelector('[data-readout="value"]');
      const p = c.points.length ? percentiles.at(c.points, x) : null;
      row.classList.toggle('off', !visible[i]);
      if (!p) {
        cell.textContent = 'none';
        row.querySelectorAll('td .hint').forEach((hint) => (hint.textContent = ''));
        return;
      }
      cell.textContent = value(p);
      cell.dataset.percentile = String(p.percentile);
      cell.dataset.low = String(p.low);
      cell.dataset.high = p.high == null ? '' : String(p.high);
      const spread = 'runs ' + (p.highest == null ? amount(p.lowest) + '..> drain' : between(amount(p.lowest), amount(p.highest)));
      row.querySelector('[data-readout="exact"]').textContent = [
        p.refused || chosen.normalised ? '' : p.low === p.high ? units.grouped(p.low) + ' ns' : '',
        p.percentile >= 100 ? 'max' : '',
        spread,
        p.supported ? units.grouped(p.independent) + ' independent' : 'unsupported',
      ].filter((part) => part).join(' · ');
      row.querySelector('[data-readout="annual"]').textContent = annual(p);
      row.classList.toggle('unsupported', !p.supported);
    });
  }

  const series = (state) => current().curves.flatMap((c) => lines(c, state));
  const chart = cursorPlot(root, { heightPx: 540, visible, xs: () => current().xs, whole, options, data: series, read, marks });

  function choice(name, take) {
    const first = root.querySelector('input[name$="-' + name + '"]:checked');
    root.dataset[name] = first ? first.value : '';
    root.querySelectorAll('input[name$="-' + name + '"]').forEach((input) =>
      input.addEventListener('change', () => {
        take(input.value);
        root.dataset[name] = input.value;
        chart.renew();
      }),
    );
  }
  choice('figure', (name) => {
    chosen.figure = name;
    chart.state.window = whole();
  });
  choice('unit', (unit) => (chosen.normalised = unit === 'normalised'));
  choice('base', (base) => (chosen.base = base));

  function choose(which) {
    data.cases.forEach((c, i) => (visible[i] = which(c, i)));
    chart.buttons.show();
    chart.renew();
  }
  const selects = [...root.querySelectorAll('select[data-axis]')];
  const matches = (c) => selects.every((select) => select.value === '' || c.coordinates[select.dataset.axis] === select.value);
  selects.forEach((select) => select.addEventListener('change', () => choose(matches)));
  root.querySelector('[data-action="all"]').addEventListener('click', () => choose(() => true));
  root.querySelector('[data-action="none"]').addEventListener('click', () => choose(() => false));

  chart.read(current().xs.find((x) => x >= 100) || whole().max);
}
kinds['matrix-curves'] = matrixCurves;
