// Figures as people read them. Nanoseconds, counts and shares come in; text goes out.
const units = (() => {
  const steps = [
    { name: 'ns', ns: 1 },
    { name: 'µs', ns: 1e3 },
    { name: 'ms', ns: 1e6 },
    { name: 's', ns: 1e9 },
  ];

  // A value that rounds to 1000 of a unit has the next one: 999.5 µs is 1.00 ms.
  const of = (ns) => steps.filter((unit) => Math.abs(ns) >= unit.ns * 0.9995).pop() || steps[0];
  const plain = (value, digits) => String(parseFloat(value.toFixed(digits)));

  // Three significant digits and the fitting unit, as in the tables.
  function duration(ns) {
    const unit = of(ns);
    const value = ns / unit.ns;
    const digits = unit.ns === 1 ? 0 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return value.toFixed(digits) + ' ' + unit.name;
  }

  const grouped = (count) => String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

  // x is one over the share beyond the percentile: 1 is 0 %, 10 is 90 %, 1000 is 99.9 %.
  const percent = (x) => plain(100 - 100 / x, Math.max(0, Math.floor(Math.log10(x) + 1e-9) + 1)) + ' %';

  // Two bounds as in the tables: the unit once where both have the same, one number where both print alike.
  function interval(low, high) {
    if (low === high) {
      return low;
    }
    const unit = low.slice(low.indexOf(' '));
    return (high.endsWith(unit) ? low.slice(0, -unit.length) : low) + '..' + high;
  }

  // Of 0..1, two significant digits of the distance from 0 or from 100 %, as in the tables.
  function share(part) {
    const percent = part * 100;
    const distance = Math.min(percent, 100 - percent);
    const decimals = distance <= 0 ? 1 : Math.min(9, Math.max(1, 1 - Math.floor(Math.log10(distance))));
    return plain(percent, decimals) + ' %';
  }

  // Time per year, as in the tables: 48 min 40 s; tenths of a second only below an hour.
  function perYear(seconds) {
    if (seconds < 1) {
      return seconds === 0 ? '0 s' : plain(seconds, 1 - Math.floor(Math.log10(seconds))) + ' s';
    }
    const hours = Math.floor(seconds / 3600);
    const step = hours >= 1000 ? 3600 : hours >= 10 ? 60 : hours >= 1 ? 1 : 0.1;
    const tenths = Math.round(Math.round(seconds / step) * step * 10);
    const [h, min, s] = [Math.floor(tenths / 36000), Math.floor(tenths / 600) % 60, (tenths % 600) / 10];
    return [h && grouped(h) + ' h', min && min + ' min', s && plain(s, 1) + ' s'].filter((part) => part).join(' ');
  }

  const tick = (ns) => plain(ns / of(ns).ns, 3) + ' ' + of(ns).name;

  return { of, plain, duration, grouped, percent, interval, share, perYear, tick };
})();
