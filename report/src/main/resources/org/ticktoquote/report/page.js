// Starts the charts of the page; each names the script element that holds its data.
(() => {
  document.documentElement.classList.add('scripted');
  const folds = [...document.querySelectorAll('details.fold')];
  const all = (open) => folds.forEach((fold) => (fold.open = open));
  document.querySelectorAll('[data-action="unfold"]').forEach((button) => button.addEventListener('click', () => all(true)));
  document.querySelectorAll('[data-action="fold"]').forEach((button) => button.addEventListener('click', () => all(false)));
  // On paper nothing is folded.
  let closed = [];
  addEventListener('beforeprint', () => {
    closed = folds.filter((fold) => !fold.open);
    all(true);
  });
  addEventListener('afterprint', () => closed.forEach((fold) => (fold.open = false)));
  // Each chart starts in its own microtask, so that an error in one leaves the others.
  document.querySelectorAll('[data-chart]').forEach((root) => queueMicrotask(() => {
    const data = JSON.parse(document.getElementById(root.dataset.source).textContent);
    if (data.length !== 0) {
      kinds[root.dataset.chart](root, data);
    }
  }));
})();
