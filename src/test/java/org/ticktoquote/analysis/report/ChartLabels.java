package org.ticktoquote.analysis.report;

import java.util.List;
import java.util.Map;
import org.openqa.selenium.chrome.ChromeDriver;

/** Records texts drawn into the canvases of a page with their positions, to check that they are readable. */
final class ChartLabels {
    /** Records per canvas the boxes in pixels of texts drawn since it was last cleared. */
    private static final String WATCH = """
            (() => {
              const proto = CanvasRenderingContext2D.prototype;
              const { clearRect, fillText } = proto;
              window.chartLabels = new Map();
              proto.clearRect = function (...box) {
                window.chartLabels.set(this.canvas, []);
                return clearRect.apply(this, box);
              };
              proto.fillText = function (text, x, y, ...more) {
                const size = this.measureText(text);
                const at = this.getTransform();
                const corners = [
                  [x - size.actualBoundingBoxLeft, y - size.actualBoundingBoxAscent],
                  [x + size.actualBoundingBoxRight, y + size.actualBoundingBoxDescent],
                ].map(([left, top]) => at.transformPoint({ x: left, y: top }));
                const [from, to] = [Math.min, Math.max].map((f) => [f(corners[0].x, corners[1].x), f(corners[0].y, corners[1].y)]);
                const before = window.chartLabels.get(this.canvas) || [];
                const again = before.some((label) => label.text === text && label.from[0] === from[0] && label.from[1] === from[1]);
                if (text && !again) window.chartLabels.set(this.canvas, [...before, { text, from, to }]);
                return fillText.call(this, text, x, y, ...more);
              };
            })();
            """;

    /** Finds labels that overlap or leave their canvas. */
    private static final String UNREADABLE = """
            return [...window.chartLabels].filter(([canvas]) => canvas.isConnected).flatMap(([canvas, labels]) => labels.flatMap((a, i) => [
              ...labels.slice(i + 1)
                .filter((b) => [0, 1].every((d) => a.from[d] < b.to[d] && b.from[d] < a.to[d]))
                .map((b) => a.text + ' over ' + b.text),
              ...(a.from[0] < 0 || a.to[0] > canvas.width || a.from[1] < 0 || a.to[1] > canvas.height ? [a.text + ' leaves'] : []),
            ]));
            """;

    private ChartLabels() {}

    /** Applies to all pages loaded from now on. */
    static void watch(ChromeDriver browser) {
        browser.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", WATCH));
    }

    /** Returns the number of labels. */
    static long count(ChromeDriver browser) {
        return ((Number) browser.executeScript(
                        "return [...window.chartLabels.values()].reduce((sum, labels) => sum + labels.length, 0)"))
                .longValue();
    }

    /** Returns the texts of all labels. */
    static List<String> texts(ChromeDriver browser) {
        List<?> texts = (List<?>) browser.executeScript(
                "return [...window.chartLabels.values()].flatMap((labels) => labels.map((label) => label.text))");
        return texts.stream().map(String::valueOf).toList();
    }

    /** Returns one line per unreadable label. */
    static List<?> unreadable(ChromeDriver browser) {
        return (List<?>) browser.executeScript(UNREADABLE);
    }
}
