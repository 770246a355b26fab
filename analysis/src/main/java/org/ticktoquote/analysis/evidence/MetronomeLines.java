package org.ticktoquote.analysis.evidence;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;

/**
 * Parses stops of OpenJ9's metronome policy, which stops all threads for short increments. The log only summarizes the
 * increments since the previous line ({@code gc-op type="heartbeat"}): their number, the longest increment and the longest
 * time to stop the threads. Their times are unknown. A {@code syncgc} is a single stop, written at its end with the time to
 * stop the threads (OpenJ9's {@code VerboseHandlerOutputRealtime}). Not thread-safe.
 */
final class MetronomeLines {
    private static final Pattern OPERATION = Pattern.compile("\\s*<gc-op .*\\btype=\"(heartbeat|syncgc)\".*");
    private static final Pattern LENGTH = VerboseGcLog.number("\\s*<gc-op ", "timems");
    private static final Pattern COUNT =
            Pattern.compile("\\s*<quanta quantumCount=\"(\\d{1,9})\" quantumType=\"([^\"]{1,60})\".*");
    private static final Pattern LONGEST = VerboseGcLog.number("\\s*<quanta ", "maxTimeMs");
    private static final Pattern REACHING = VerboseGcLog.number("\\s*<exclusiveaccess-info ", "maxTimeMs");
    private static final Pattern SYNC_REACHING = VerboseGcLog.number("\\s*<syncgc-info ", "exclusiveaccessTimeMs");

    private final LongestElements<EvidenceInterval> beats = new LongestElements<>(EvidenceInterval::mostNs);
    private String operation = "";
    private long fromNs;
    private long toNs;
    private long lengthNs;
    private String text = "";

    /**
     * Parses a line.
     *
     * @param beforeNs time stamp of the previous stamped line
     * @param nowNs time stamp of this line, or of the last stamped one
     * @return the stop that it reports, if any
     */
    Optional<JvmStop> line(String line, long beforeNs, long nowNs) {
        Matcher begun = OPERATION.matcher(line);
        if (begun.matches()) {
            operation = begun.group(1);
            fromNs = Math.min(beforeNs, nowNs);
            toNs = nowNs;
            lengthNs = number(LENGTH, line);
            text = "";
        } else if (operation.equals("heartbeat")) {
            beat(line);
        } else if (operation.equals("syncgc") && SYNC_REACHING.matcher(line).matches()) {
            operation = "";
            long reachingNs = Math.min(lengthNs, number(SYNC_REACHING, line));
            return Optional.of(new JvmStop(toNs - lengthNs, toNs, reachingNs, "collection (syncgc)", ""));
        }
        return Optional.empty();
    }

    private void beat(String line) {
        Matcher count = COUNT.matcher(line);
        if (count.matches()) {
            lengthNs = number(LONGEST, line);
            text = CountText.of(Long.parseLong(count.group(1)), "increment") + " (" + count.group(2) + ") of ";
        } else if (!text.isEmpty() && REACHING.matcher(line).matches()) {
            long mostNs = lengthNs + number(REACHING, line);
            String all = text + DurationText.format(mostNs) + " at most";
            beats.add(new EvidenceInterval(fromNs, toNs, Math.max(0, Math.min(mostNs, toNs - fromNs - 1)), "", all));
            operation = "";
        }
    }

    private static long number(Pattern pattern, String line) {
        Matcher found = pattern.matcher(line);
        return found.matches() ? VerboseGcLog.ns(found.group(1)) : 0;
    }

    /** Returns intervals that contain stops, each with the longest possible stop. */
    LongestElements<EvidenceInterval> beats() {
        return beats;
    }
}
