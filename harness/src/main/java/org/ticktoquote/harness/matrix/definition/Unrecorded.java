package org.ticktoquote.harness.matrix.definition;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.harness.run.RunPlan;

/** What can be judged of a run's input before its recording is there: the form. The replayer judges the rest when it is. */
final class Unrecorded {
    private static final Pattern WINDOW = Pattern.compile("(.*?)\\.\\.(.*)");
    private static final Pattern OFFSET = Pattern.compile("\\s*T0(?:([+-])(.+))?");
    private static final Pattern CLOCK = Pattern.compile("\\s*|\\s*([0-9-]+T)?[0-9]{2}:[0-9]{2}(:[0-9.]+)?Z?\\s*");
    private static final Pattern FEED = Pattern.compile("(udp|tcp)://.+");

    private Unrecorded() {}

    static List<String> mistakes(RunPlan plan) {
        List<String> wrong = new ArrayList<>();
        if (!window(plan.window())) {
            wrong.add("--window '" + plan.window() + "': expected FROM..TO, as in T0-10s..T0+60s, FROM before TO");
        }
        if (!FEED.matcher(plan.feed()).matches()) {
            wrong.add("--feed '" + plan.feed() + "': expected udp://HOST:PORT or tcp://HOST:PORT");
        }
        if (plan.pairs().size() == 1 && plan.pairs().get(0).matches("-[0-9]+|[+]?0*")) {
            wrong.add("--pairs '" + plan.pairs().get(0) + "': expected a count of at least 1, or symbols");
        }
        plan.sessionTemplate().ifPresent(file -> {
            try {
                UserPath.input(file);
            } catch (Refusal notThere) {
                wrong.add("--session-template " + notThere.getMessage());
            }
        });
        return wrong;
    }

    private static boolean window(String text) {
        Matcher window = WINDOW.matcher(text);
        if (!window.matches()) {
            return false;
        }
        String from = window.group(1);
        String to = window.group(2);
        Matcher first = OFFSET.matcher(from);
        Matcher second = OFFSET.matcher(to);
        try {
            if (first.matches() && second.matches()) {
                return offsetNs(first) < offsetNs(second);
            }
            return moment(from) && moment(to);
        } catch (IllegalArgumentException | ArithmeticException noDuration) {
            return false;
        }
    }

    private static boolean moment(String text) {
        Matcher offset = OFFSET.matcher(text);
        return offset.matches()
                ? offsetNs(offset) < Long.MAX_VALUE
                : CLOCK.matcher(text).matches();
    }

    private static long offsetNs(Matcher offset) {
        if (offset.group(1) == null) {
            return 0;
        }
        long ns = DurationText.parse(offset.group(2).strip());
        return offset.group(1).equals("-") ? -ns : ns;
    }
}
