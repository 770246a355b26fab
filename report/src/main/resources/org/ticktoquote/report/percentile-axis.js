// What the charts over percentiles share. x is one over the share beyond a percentile: 1 is 0 %, 10 is 90 %, 1000 is 99.9 %.
const percentiles = (() => {
  const sorted = (numbers) => [...new Set(numbers)].sort((a, b) => a - b);

  // The maximum stands where one observation is left: at x = count.
  const placed = (percentile, count, before) => (percentile >= 100 ? Math.max(count, before) : 100 / (100 - percentile));

  // The rank rule: the value at a percentile is that of the first point not below it.
  const at = (points, x) => points.find((p) => p.x >= x * (1 - 1e-12)) || points[points.length - 1];

  const beyond = (x) => (x <= 1 ? 'all' : '1 in ' + units.grouped(units.plain(x, x < 10 ? 1 : 0)));

  function splits(min, max) {
    const decades = Math.log10(max / min);
    const factors = decades > 3.2 ? [1] : decades > 1.2 ? [1, 2, 5] : decades > 0.3 ? [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 7] : null;
    if (!factors) {
      return [0, 1, 2, 3, 4].map((i) => min + ((max - min) * i) / 4);
    }
    const places = decades > 3.2 && min <= 2 ? [2] : [];
    for (let decade = Math.floor(Math.log10(min)); decade <= Math.log10(max); decade++) {
      factors.forEach((f) => places.push(f * 10 ** decade));
    }
    return sorted(places.filter((x) => x >= min * (1 - 1e-9) && x <= max * (1 + 1e-9)));
  }

  const axis = () =>
    drawing.axis({
      label: 'percentile (each step leaves a tenth)',
      size: 48,
      gap: 6,
      splits: (_, axis, min, max) => splits(min, max),
      values: (chart, places) => drawing.apart(chart, places, places.map((x) => units.percent(x) + '\n' + beyond(x))),
    });

  // Markers tell curves apart without colours, where a curve is dashed too: the legend has them.
  function markers(chart, points, style, y) {
    [2, 10, 100, 1e3, 1e4, 1e5, 1e6].forEach((x) => {
      const p = at(points, x);
      if (y(p) != null && x <= points[points.length - 1].x) {
        drawing.marker(chart.ctx, style, chart.valToPos(x, 'x', true), chart.valToPos(y(p), 'y', true), drawing.scaled(3.6));
      }
    });
  }

  // Refused percentiles lie above every measured value: along the top edge, with an arrow that leaves the chart.
  function refused(chart, points, style, row, y) {
    const from = points.findIndex((p) => y(p) == null);
    if (from < 0) {
      return null;
    }
    const { ctx, bbox } = chart;
    const top = bbox.top + drawing.scaled(3 + 4 * row);
    const left = chart.valToPos(points[from].x, 'x', true);
    ctx.strokeStyle = ctx.fillStyle = drawing.seriesColour(style);
    ctx.lineWidth = drawing.scaled(2);
    ctx.setLineDash([drawing.scaled(2), drawing.scaled(3)]);
    ctx.beginPath();
    if (from > 0) {
      const last = points[from - 1];
      ctx.moveTo(chart.valToPos(last.x, 'x', true), chart.valToPos(y(last), 'y', true));
      ctx.lineTo(left, top);
    }
    ctx.moveTo(left, top);
    ctx.lineTo(chart.valToPos(points[points.length - 1].x, 'x', true), top);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.beginPath();
    ctx.moveTo(left, top - drawing.scaled(9));
    ctx.lineTo(left + drawing.scaled(5), top);
    ctx.lineTo(left - drawing.scaled(5), top);
    ctx.fill();
    return points[from].x;
  }

  // Draws every curve's marks, which may stand a little above the chart, and names the refused ones once.
  function marks(chart, window, each) {
    const { ctx, bbox } = chart;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top - drawing.scaled(14), bbox.width, bbox.height + drawing.scaled(20));
    ctx.clip();
    const lefts = each().filter((x) => x != null);
    ctx.font = '700 ' + drawing.scaled(12) + 'px system-ui, sans-serif';
    ctx.textAlign = 'right';
    ctx.textBaseline = 'top';
    ctx.fillStyle = drawing.style('--bad');
    if (lefts.length > 0) {
      ctx.fillText('> drain', chart.valToPos(Math.max(Math.min(...lefts), window.min), 'x', true) - drawing.scaled(10), bbox.top + drawing.scaled(1));
    }
    ctx.restore();
  }

  return { sorted, placed, at, beyond, splits, axis, markers, refused, marks };
})();
