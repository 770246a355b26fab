// Starts the charts of the page; each names the script element that holds its data.
(() => {
  const kinds = { 'percentile-curves': percentileCurves, 'matrix-curves': matrixCurves, 'stale-time': staleTime, 'time-line': timeLine };
  document.documentElement.classList.add('scripted');
  document.querySelectorAll('[data-chart]').forEach((root) => {
    const data = JSON.parse(document.getElementById(root.dataset.source).textContent);
    if (data.length !== 0) {
      kinds[root.dataset.chart](root, data);
    }
  });
})();
