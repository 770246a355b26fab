package org.ticktoquote.host.hiccups;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.analysis.report.ExperimentPage;
import org.ticktoquote.analysis.report.ExperimentPage.Line;
import org.ticktoquote.analysis.report.ExperimentPage.Plot;
import org.ticktoquote.analysis.report.ExperimentPage.Point;
import org.ticktoquote.analysis.report.ExperimentPage.Section;
import org.ticktoquote.host.hiccups.HiccupsResult.CpuHiccups;
import org.ticktoquote.host.hiccups.HiccupsResult.MeterKind;

/** A measurement as an offline page: a table and a time line of every CPU for each kind of meter. */
public final class HiccupsPage {
    private static final double SECOND_NS = 1e9;
    private static final double US_NS = 1e3;

    private final HiccupsResult result;

    private HiccupsPage(HiccupsResult result) {
        this.result = result;
    }

    /** The page. */
    public static ExperimentPage of(HiccupsResult result) {
        HiccupsPage page = new HiccupsPage(result);
        List<Section> sections = new ArrayList<>();
        for (MeterKind kind : MeterKind.values()) {
            List<CpuHiccups> found = result.of(kind);
            if (!found.isEmpty()) {
                sections.add(page.section(kind, found));
            }
        }
        return new ExperimentPage(
                "t2q host hiccups",
                List.of(result.startedAt() + ", " + result.product() + ", fingerprint " + result.hostFingerprint()),
                result.worst(),
                sections);
    }

    private Section section(MeterKind kind, List<CpuHiccups> found) {
        List<String> troubles = found.stream()
                .filter(one -> !one.trouble().isEmpty())
                .map(one -> "CPU " + one.cpu() + ": " + one.trouble())
                .toList();
        List<Plot> plots = found.stream()
                .map(one -> (Plot) new Line("CPU " + one.cpu() + ": longest delay in µs, over seconds", points(one)))
                .toList();
        return new Section(HiccupsText.title(result, kind), List.of(HiccupsText.table(found)), troubles, plots);
    }

    private List<Point> points(CpuHiccups one) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < one.timelineNs().size(); i++) {
            points.add(new Point(
                    (i + 1) * result.timelineIntervalNs() / SECOND_NS,
                    one.timelineNs().get(i) / US_NS));
        }
        return points;
    }
}
