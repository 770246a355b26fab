// What the charts share: colours from the style sheet, shapes, axes. uPlot draws in device pixels, hence devicePixelRatio.
const drawing = (() => {
  const shapes = ['circle', 'square', 'triangle', 'diamond', 'cross', 'plus', 'ring', 'bar', 'dot', 'frame'];
  // Below this a logarithmic axis has nothing to tell; such values are drawn on its lower edge.
  const logFloorNs = 10;

  const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const seriesColour = (index) => style('--series-' + (1 + (index % shapes.length)));
  const scaled = (px) => px * devicePixelRatio;

  const paths = {
    circle: (p, x, y, r) => p.arc(x, y, r, 0, 2 * Math.PI),
    dot: (p, x, y, r) => p.arc(x, y, r * 0.5, 0, 2 * Math.PI),
    bar: (p, x, y, r) => p.rect(x - r * 0.5, y - r * 1.4, r, r * 2.8),
    frame: (p, x, y, r) => p.rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8),
    ring: (p, x, y, r) => p.arc(x, y, r, 0, 2 * Math.PI),
    square: (p, x, y, r) => p.rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8),
    triangle: (p, x, y, r) => polygon(p, [[x, y - r * 1.2], [x + r * 1.15, y + r * 0.85], [x - r * 1.15, y + r * 0.85]]),
    diamond: (p, x, y, r) => polygon(p, [[x, y - r * 1.3], [x + r * 1.3, y], [x, y + r * 1.3], [x - r * 1.3, y]]),
    cross: (p, x, y, r) => strokes(p, [[x - r, y - r, x + r, y + r], [x - r, y + r, x + r, y - r]]),
    plus: (p, x, y, r) => strokes(p, [[x - r * 1.2, y, x + r * 1.2, y], [x, y - r * 1.2, x, y + r * 1.2]]),
  };

  function polygon(path, corners) {
    corners.forEach(([x, y], i) => (i === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
    path.closePath();
  }

  function strokes(path, lines) {
    lines.forEach(([x0, y0, x1, y1]) => {
      path.moveTo(x0, y0);
      path.lineTo(x1, y1);
    });
  }

  // A shape tells series apart where colours cannot.
  function marker(ctx, index, x, y, radius) {
    // The second ten have the colours of the first, and other shapes.
    const shape = shapes[(index + 3 * Math.floor(index / shapes.length)) % shapes.length];
    const colour = seriesColour(index);
    const hollow = shape === 'ring' || shape === 'frame';
    const open = hollow || shape === 'cross' || shape === 'plus';
    ctx.setLineDash([]);
    ctx.beginPath();
    paths[shape](ctx, x, y, radius);
    ctx.fillStyle = hollow ? style('--background') : colour;
    if (!open || hollow) {
      ctx.fill();
    }
    ctx.lineWidth = radius * (open ? 0.55 : 0.35);
    ctx.strokeStyle = open ? colour : style('--background');
    ctx.stroke();
  }

  // The sample of a series in a legend: line and marker.
  function swatch(canvas, index) {
    const ctx = canvas.getContext('2d');
    canvas.width = scaled(28);
    canvas.height = scaled(14);
    ctx.strokeStyle = seriesColour(index);
    ctx.lineWidth = scaled(2);
    ctx.beginPath();
    strokes(ctx, [[0, scaled(7), scaled(28), scaled(7)]]);
    ctx.stroke();
    marker(ctx, index, scaled(14), scaled(7), scaled(4));
  }

  // Where texts would touch, the one to the left yields: what is rarer matters more. None leaves the chart.
  function apart(chart, places, texts) {
    const gap = 8;
    const width = (text) => Math.max(...text.split('\n').map((line) => chart.ctx.measureText(line).width)) / devicePixelRatio;
    let right = chart.width - chart.bbox.left / devicePixelRatio + gap;
    chart.ctx.save();
    chart.ctx.font = scaled(12) + 'px system-ui, sans-serif';
    const kept = texts.map(() => '');
    for (let i = texts.length - 1; i >= 0; i--) {
      const centre = chart.valToPos(places[i], 'x');
      const half = width(texts[i]) / 2;
      if (centre + half + gap <= right) {
        kept[i] = texts[i];
        right = centre - half;
      }
    }
    chart.ctx.restore();
    return kept;
  }

  // Of a chart; one in a closed fold has no width yet, and paper has its own.
  const paperPx = 680;
  const width = (plot) => (document.documentElement.classList.contains('printing') ? paperPx : plot.clientWidth || paperPx);

  function axis(options) {
    return {
      stroke: style('--muted'),
      font: '12px system-ui, sans-serif',
      labelFont: '600 12px system-ui, sans-serif',
      labelSize: 22,
      filter: (u, splits) => splits,
      grid: { stroke: style('--grid'), width: 1 },
      ticks: { stroke: style('--grid'), width: 1, size: 5 },
      ...options,
    };
  }

  function logSplits(min, max) {
    const decades = Math.log10(max / min);
    const factors =
      decades > 3.2 ? [1] : decades > 1.2 ? [1, 2, 5] : decades > 0.7 ? [1, 1.5, 2, 3, 5, 7] : [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9];
    const splits = [];
    for (let decade = Math.floor(Math.log10(min)); decade <= Math.ceil(Math.log10(max)); decade++) {
      factors.map((f) => f * 10 ** decade).filter((v) => v >= min && v <= max).forEach((v) => splits.push(v));
    }
    return splits;
  }

  // A duration on y, linear or logarithmic, with the unit at every label or in the axis' name.
  function durationAxis(logarithmic, what, largestNs) {
    if (logarithmic) {
      return axis({
        label: what + ', log',
        size: 66,
        splits: (u, _, min, max) => logSplits(min, max),
        values: (u, splits) => splits.map(units.tick),
      });
    }
    return axis({
      label: what + ', ' + units.of(largestNs).name,
      size: 66,
      values: (u, splits) => splits.map((ns) => units.plain(ns / units.of(largestNs).ns, 3)),
    });
  }

  // Units over a reference, 0..100 and beyond.
  function unitAxis(logarithmic, what) {
    return axis({
      label: what + (logarithmic ? ', log' : ''),
      size: 66,
      ...(logarithmic ? { splits: (u, _, min, max) => logSplits(min, max) } : {}),
      values: (u, splits) => splits.map((value) => units.plain(value, 6)),
    });
  }

  // Of nanoseconds, or of what they are multiplied with.
  function durationScale(logarithmic, factor = 1) {
    if (logarithmic) {
      const floor = logFloorNs * factor;
      return {
        distr: 3,
        range: (u, min, max) => (min == null ? [floor, floor * 1e3] : [Math.max(floor, min / 1.15), Math.max(max * 1.3, floor * 10)]),
      };
    }
    return { distr: 1, range: (u, min, max) => [0, max == null ? 1e6 : Math.max(max * 1.06, 1)] };
  }

  // The verdict of the run behind the lines, so that a picture of the chart alone does not lose it.
  function watermark(u) {
    const text = document.body.dataset.watermark;
    if (!text) {
      return;
    }
    const { ctx, bbox } = u;
    ctx.save();
    ctx.globalAlpha = 0.13;
    ctx.fillStyle = style('--bad');
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    const size = Math.min(bbox.width / (text.length * 0.62), bbox.height * 0.5);
    ctx.font = '800 ' + size + 'px system-ui, sans-serif';
    ctx.fillText(text, bbox.left + bbox.width / 2, bbox.top + bbox.height / 2);
    ctx.restore();
  }

  return { logFloorNs, style, width, seriesColour, scaled, marker, swatch, apart, axis, logSplits, durationAxis, unitAxis, durationScale, watermark };
})();
