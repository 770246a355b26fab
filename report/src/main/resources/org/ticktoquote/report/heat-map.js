// Latency over time: how many ticks of a slice have about the same response at their last client. Above it the tick rate, below
// it the worst episodes by cause. A range of percentiles, chosen here or by a zoom into the percentile curves, says where its
// ticks lie and what made them late; an episode says its evidence.
function heatMap(root, data) {
  const plot = root.querySelector('.plot');
  const canvas = plot.appendChild(document.createElement('canvas'));
  const selects = { from: root.querySelector('[data-range="from"]'), to: root.querySelector('[data-range="to"]') };
  const lanes = Object.keys(data.causes).filter((key) => data.episodes.some((e) => e.cause === key));
  const lengthS = data.sliceS * data.ticks.length;
  const edge = (step) => 10 ** ((data.lowest + step) / data.steps);
  const sizes = { rate: 56, map: 300, lane: 16, axis: 34, left: 72, right: 12, gap: 10 };
  const cells = [];
  for (let i = 0; i < data.cells.length; i += 3) {
    cells.push({ slice: data.cells[i], step: data.cells[i + 1], count: data.cells[i + 2] });
  }
  const steps = cells.map((c) => c.step);
  const lowest = Math.min(...steps, 20);
  const highest = Math.max(...steps, lowest + 10) + 1;
  const most = Math.max(1, ...cells.map((c) => c.count));
  const busiest = Math.max(1, ...data.ticks);
  const chosen = { from: 0, to: Infinity, episode: -1 };

  // The value at a percentile, of the last client; x is one over the share beyond it.
  function valueAt(x) {
    if (x <= 1) {
      return 0;
    }
    const rank = data.ranks.filter(([share]) => share >= (1 / x) * (1 - 1e-9)).pop();
    return rank ? rank[1] : 0;
  }

  const colour = (cause) => {
    const key = root.querySelector('.key.cause-' + cause);
    return key ? getComputedStyle(key).backgroundColor : drawing.style('--muted');
  };
  const width = () => drawing.width(plot);
  const mapTop = sizes.rate + sizes.gap;
  const mapBottom = mapTop + sizes.map;
  const height = mapBottom + 8 + lanes.length * sizes.lane + sizes.axis;
  const xOf = (s) => sizes.left + (s / lengthS) * (width() - sizes.left - sizes.right);
  const yOf = (step) => mapBottom - ((step - lowest) / (highest - lowest)) * sizes.map;
  const laneTop = (lane) => mapBottom + 8 + lane * sizes.lane;
  const inside = (step) => edge(step + 1) > chosen.from && edge(step) <= chosen.to;

  function text(ctx, words, x, y, align, baseline) {
    ctx.textAlign = align;
    ctx.textBaseline = baseline;
    ctx.fillText(words, x, y);
  }

  function drawRate(ctx) {
    ctx.fillStyle = drawing.style('--muted');
    ctx.globalAlpha = 0.45;
    data.ticks.forEach((ticks, slice) => {
      const tall = (ticks / busiest) * (sizes.rate - 6);
      ctx.fillRect(xOf(slice * data.sliceS), sizes.rate - tall, Math.max(1, xOf(data.sliceS) - sizes.left), tall);
    });
    ctx.globalAlpha = 1;
    text(ctx, units.grouped(units.plain(busiest / data.sliceS, 0)) + '/s', sizes.left - 6, 8, 'right', 'middle');
    text(ctx, 'ticks', sizes.left - 6, sizes.rate - 6, 'right', 'middle');
  }

  function drawMap(ctx) {
    const base = drawing.style('--series-1');
    ctx.strokeStyle = drawing.style('--grid');
    for (let decade = Math.ceil((data.lowest + lowest) / data.steps); decade <= (data.lowest + highest) / data.steps; decade++) {
      const y = yOf(decade * data.steps - data.lowest);
      ctx.beginPath();
      ctx.moveTo(sizes.left, y);
      ctx.lineTo(width() - sizes.right, y);
      ctx.stroke();
      ctx.fillStyle = drawing.style('--muted');
      text(ctx, units.tick(10 ** decade), sizes.left - 6, y, 'right', 'middle');
    }
    ctx.fillStyle = base;
    const wide = Math.max(1, xOf(data.sliceS) - sizes.left);
    const tall = yOf(0) - yOf(1);
    cells.forEach(({ slice, step, count }) => {
      const strength = 0.25 + 0.75 * (Math.log1p(count) / Math.log1p(most));
      ctx.globalAlpha = inside(step) ? strength : strength * 0.18;
      ctx.fillRect(xOf(slice * data.sliceS), yOf(step + 1), wide, tall);
    });
    ctx.globalAlpha = 1;
    ctx.fillStyle = drawing.style('--bad');
    data.lost.forEach((lost, slice) => {
      if (lost > 0) {
        const x = xOf((slice + 0.5) * data.sliceS);
        ctx.beginPath();
        ctx.moveTo(x, mapTop - 8);
        ctx.lineTo(x + 4, mapTop);
        ctx.lineTo(x - 4, mapTop);
        ctx.fill();
      }
    });
    if (data.laterThanNs) {
      const y = yOf(Math.log10(data.laterThanNs) * data.steps - data.lowest);
      ctx.strokeStyle = drawing.style('--text');
      ctx.setLineDash([4, 3]);
      ctx.beginPath();
      ctx.moveTo(sizes.left, y);
      ctx.lineTo(width() - sizes.right, y);
      ctx.stroke();
      ctx.setLineDash([]);
    }
  }

  function drawEpisodes(ctx) {
    data.episodes.forEach((episode, i) => {
      const left = xOf(episode.from);
      const size = Math.max(3, xOf(episode.to) - left);
      const top = laneTop(lanes.indexOf(episode.cause));
      ctx.fillStyle = colour(episode.cause);
      ctx.fillRect(left, top + 2, size, sizes.lane - 4);
      if (i === chosen.episode) {
        ctx.strokeStyle = drawing.style('--text');
        ctx.strokeRect(left - 2, top, size + 4, sizes.lane);
        ctx.globalAlpha = 0.12;
        ctx.fillRect(left, mapTop, size, sizes.map);
        ctx.globalAlpha = 1;
      }
    });
  }

  function drawTime(ctx) {
    ctx.fillStyle = drawing.style('--muted');
    const rough = lengthS / 8;
    const unit = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((f) => f * unit).find((s) => s >= rough);
    for (let s = 0; s <= lengthS; s += step) {
      text(ctx, units.plain(s, 3), xOf(s), height - sizes.axis + 6, 'center', 'top');
    }
    text(ctx, 'run time, s', width() / 2, height - 12, 'center', 'top');
  }

  function redraw() {
    canvas.width = drawing.scaled(width());
    canvas.height = drawing.scaled(height);
    canvas.style.width = width() + 'px';
    canvas.style.height = height + 'px';
    const ctx = canvas.getContext('2d');
    ctx.scale(devicePixelRatio, devicePixelRatio);
    ctx.font = '12px system-ui, sans-serif';
    ctx.fillStyle = drawing.style('--muted');
    drawRate(ctx);
    drawMap(ctx);
    drawEpisodes(ctx);
    drawTime(ctx);
  }

  // What made the ticks late whose response is within the range.
  function causes() {
    const sums = {};
    let ticks = 0;
    data.byValue
      .filter(([from, to]) => to > chosen.from && from <= chosen.to)
      .forEach(([, , count, ns]) => {
        ticks += count;
        Object.entries(ns).forEach(([key, of]) => (sums[key] = (sums[key] || 0) + of));
      });
    const all = Object.values(sums).reduce((one, other) => one + other, 0);
    const shares = Object.entries(sums)
      .filter(([, ns]) => ns > 0)
      .sort((one, other) => other[1] - one[1])
      .map(([key, ns]) => units.share(ns / all) + ' ' + data.causes[key]);
    return ticks === 0 || shares.length === 0 ? 'none of them late' : units.grouped(ticks) + ' of them late: ' + shares.join(', ');
  }

  function show() {
    const ticks = cells.filter((c) => inside(c.step)).reduce((sum, c) => sum + c.count, 0);
    const slices = new Set(cells.filter((c) => inside(c.step)).map((c) => c.slice));
    const to = chosen.to === Infinity ? 'the latest' : units.duration(chosen.to);
    root.querySelector('[data-readout="range"]').textContent =
      'From ' + units.duration(chosen.from) + ' to ' + to + ': about ' + units.grouped(ticks) + ' ticks, in ' + slices.size + ' of ' + data.ticks.length + ' slices of time; ' + causes() + '.';
    root.dataset.fromNs = String(chosen.from);
    root.dataset.toNs = chosen.to === Infinity ? '' : String(chosen.to);
    redraw();
  }

  function choose(episode) {
    const part = root.querySelector('[data-readout="episode"]');
    chosen.episode = episode;
    root.dataset.episode = String(episode);
    part.textContent = '';
    const one = data.episodes[episode];
    if (one) {
      const lost = one.lost > 0 ? ', ' + units.grouped(one.lost) + ' of them lost' : '';
      const line = part.appendChild(document.createElement('p'));
      line.textContent =
        'Episode ' + (episode + 1) + ' of ' + data.episodes.length + ', at ' + units.plain(one.from, 6) + ' s for ' + units.duration(Math.max(0, one.to - one.from) * 1e9) + ': ' +
        units.grouped(one.ticks) + ' ticks' + lost + ', ' + one.sessions + ' sessions, ' + one.pairs + ' pairs, worst ' + (one.worstNs > 0 ? units.duration(one.worstNs) : 'never answered') + '; ' + one.shares + '.';
      const list = part.appendChild(document.createElement('ul'));
      list.className = 'heat-evidence';
      (one.evidence.length ? one.evidence : ['no evidence touches it']).forEach((words) => (list.appendChild(document.createElement('li')).textContent = words));
    }
    redraw();
  }

  const byTime = data.episodes.map((e, i) => i).sort((one, other) => data.episodes[one].from - data.episodes[other].from);
  function step(by) {
    if (byTime.length > 0) {
      const now = byTime.indexOf(chosen.episode);
      choose(byTime[now < 0 ? (by > 0 ? 0 : byTime.length - 1) : Math.min(Math.max(now + by, 0), byTime.length - 1)]);
    }
  }

  // The nearest episode of the lane that was clicked; above the lanes the nearest of all.
  function click(event) {
    const box = canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const lane = lanes[Math.floor((y - laneTop(0)) / sizes.lane)];
    const far = (e) => Math.max(xOf(e.from) - x, x - xOf(e.to), 0);
    let best = -1;
    data.episodes.forEach((e, i) => {
      if ((lane === undefined || e.cause === lane) && far(e) <= 12 && (best < 0 || far(e) < far(data.episodes[best]))) {
        best = i;
      }
    });
    choose(best);
  }

  const places = [1, 2, 10, 100, 1e3, 1e4, 1e5, 1e6].filter((x) => x === 1 || data.ranks.some(([share]) => share <= (1 / x) * 1.1));
  function option(select, value, words) {
    const one = select.appendChild(document.createElement('option'));
    one.value = value;
    one.textContent = words;
  }
  places.forEach((x) => option(selects.from, String(x), units.percent(x) + (x === 1 ? '' : ', ' + units.duration(valueAt(x)))));
  places.slice(1).forEach((x) => option(selects.to, String(x), units.percent(x) + ', ' + units.duration(valueAt(x))));
  option(selects.to, 'max', 'the latest');
  selects.to.value = 'max';

  function range(from, to) {
    chosen.from = valueAt(from);
    chosen.to = to === Infinity ? Infinity : Math.max(chosen.from, valueAt(to));
    show();
  }
  const selected = () => range(Number(selects.from.value), selects.to.value === 'max' ? Infinity : Number(selects.to.value));
  Object.values(selects).forEach((select) => select.addEventListener('change', selected));

  // A zoom into the percentile curves chooses the same range here.
  const curves = document.getElementById('curves');
  if (curves) {
    new MutationObserver(() => {
      const end = 1 / Math.min(1, ...data.ranks.map(([share]) => share));
      const to = Number(curves.dataset.to);
      range(Number(curves.dataset.from), to >= end * (1 - 1e-9) ? Infinity : to);
    }).observe(curves, { attributes: true, attributeFilter: ['data-from', 'data-to'] });
  }

  root.querySelector('[data-action="previous"]').addEventListener('click', () => step(-1));
  root.querySelector('[data-action="next"]').addEventListener('click', () => step(1));
  canvas.addEventListener('click', click);
  const keys = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Escape: () => choose(-1) };
  plot.addEventListener('keydown', (event) => {
    if (keys[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  new ResizeObserver(redraw).observe(plot);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  ['beforeprint', 'afterprint'].forEach((name) => addEventListener(name, () => setTimeout(redraw)));
  addEventListener('beforeprint', redraw);
  choose(data.episodes.length > 0 ? 0 : -1);
  show();
}
kinds['heat-map'] = heatMap;
