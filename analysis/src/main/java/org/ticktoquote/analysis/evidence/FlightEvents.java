package org.ticktoquote.analysis.evidence;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.DurationText;

/**
 * Collects flight recording events that reveal causes of slow ticks. Times are since 1970-01-01 UTC. Not thread-safe.
 *
 * <p>Counts waits to enter a monitor, parks on an exclusive lock of {@code java.util.concurrent}, class loading, file
 * writes and forces, and socket writes. Ignores parks on conditions, queues and latches, {@code Object.wait} and sleep,
 * because idle threads wait in this way.
 */
final class FlightEvents {
    private static final Set<String> LOCKS = Set.of(
            "java.util.concurrent.locks.ReentrantLock$NonfairSync",
            "java.util.concurrent.locks.ReentrantLock$FairSync",
            "java.util.concurrent.locks.ReentrantReadWriteLock$NonfairSync",
            "java.util.concurrent.locks.ReentrantReadWriteLock$FairSync",
            "java.util.concurrent.locks.StampedLock");
    /** Types of frames that are not Java methods. */
    private static final Set<String> FOREIGN = Set.of("Native", "C++", "Kernel");

    /** Prefix of the recorder's own threads, for which no tick waits. */
    private static final String RECORDER = "JFR ";

    private static final long MAX_NS = TimeUnit.DAYS.toNanos(1);
    private static final long NS = TimeUnit.SECONDS.toNanos(1);

    private final LongestElements<EvidenceInterval> blocked = new LongestElements<>(EvidenceInterval::mostNs);
    private final StackSamples.Collector samples;
    private final StackSamples.Collector code;

    /**
     * @param clock translation from the time of day to the run's clock
     * @param source file name for users
     */
    FlightEvents(ClockTranslation clock, String source) {
        samples = new StackSamples.Collector(clock, source);
        code = new StackSamples.Collector(clock, source);
    }

    void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.JavaMonitorEnter" -> blocked(event, "to enter a monitor of " + type(event, "monitorClass"));
            case "jdk.ThreadPark" -> {
                String lock = type(event, "parkedClass");
                if (LOCKS.contains(lock)) {
                    blocked(event, "for a lock, " + lock.substring(lock.lastIndexOf('.') + 1));
                }
            }
            case "jdk.FileForce" -> blocked(event, "for a file to be forced to the disk" + text(event, "path"));
            case "jdk.FileWrite" -> blocked(event, "for a write to a file" + text(event, "path"));
            case "jdk.SocketWrite" -> blocked(event, "for a write to a socket" + text(event, "address"));
            case "jdk.ClassLoad" -> blocked(event, "for a class to be loaded, " + type(event, "loadedClass"));
            case "jdk.Deoptimization" ->
                code(event, thread(event, "eventThread") + " deoptimised ", text(event, "reason"));
            case "jdk.Compilation" -> code(event, "the compiler compiled ", "");
            case "jdk.ExecutionSample" -> sample(event);
            default -> {
                // recorded only for users who open the file
            }
        }
    }

    private void blocked(RecordedEvent event, String what) {
        String who = thread(event, "eventThread");
        long fromNs = ns(event.getStartTime());
        long lengthNs = lengthNs(event.getDuration());
        if (who.startsWith(RECORDER) || lengthNs <= 0) {
            return;
        }
        String holder = event.hasField("previousOwner") ? thread(event, "previousOwner") : "";
        String text = who + " waited " + DurationText.format(lengthNs) + " " + what
                + (holder.isEmpty() ? "" : ", blocked by " + holder);
        blocked.add(EvidenceInterval.whole(fromNs, fromNs + lengthNs, who, text));
    }

    private void sample(RecordedEvent event) {
        @Nullable RecordedStackTrace stack = event.getStackTrace();
        if (stack == null || stack.getFrames().isEmpty()) {
            return;
        }
        samples.add(ns(event.getStartTime()), place(stack) + " in " + thread(event, "sampledThread"));
    }

    /** Returns the top frame. For a native frame, as recorded by async-profiler, also returns its Java caller. */
    private static String place(RecordedStackTrace stack) {
        RecordedFrame top = stack.getFrames().get(0);
        return isJava(top)
                ? frame(top)
                : stack.getFrames().stream()
                        .filter(FlightEvents::isJava)
                        .findFirst()
                        .map(caller -> frame(top) + " under " + frame(caller))
                        .orElse(frame(top));
    }

    private static boolean isJava(RecordedFrame frame) {
        return !FOREIGN.contains(String.valueOf(frame.getType()));
    }

    /** Adds a compilation or deoptimization; threads are slower while compiled code is missing. */
    private void code(RecordedEvent event, String what, String why) {
        @Nullable RecordedMethod method = event.hasField("method") ? event.getValue("method") : null;
        String place = method == null ? "an unknown method" : name(method.getType()) + "." + method.getName();
        code.add(ns(event.getEndTime()), what + place + why);
    }

    private static String frame(RecordedFrame frame) {
        @Nullable RecordedMethod method = frame.getMethod();
        String line = frame.getLineNumber() > 0 ? ":" + frame.getLineNumber() : "";
        return method == null
                ? "an unknown method"
                : owner(method) + Optional.ofNullable(method.getName()).orElse("?") + line;
    }

    /** Returns the class of a method; empty for kernel functions. */
    private static String owner(RecordedMethod method) {
        String type = name(method.getType());
        return type.isEmpty() ? "" : type + ".";
    }

    private static String type(RecordedEvent event, String field) {
        return event.hasField(field) ? name(event.getClass(field)) : "an unknown class";
    }

    private static String name(@Nullable RecordedClass type) {
        @Nullable String name = type == null ? null : type.getName();
        return name == null ? "an unknown class" : name;
    }

    /** Returns the thread's name; empty if unknown. */
    private static String thread(RecordedEvent event, String field) {
        @Nullable RecordedThread thread = event.hasField(field) ? event.getThread(field) : null;
        if (thread == null) {
            return "";
        }
        @Nullable String java = thread.getJavaName();
        return java == null ? Optional.ofNullable(thread.getOSName()).orElse("") : java;
    }

    private static String text(RecordedEvent event, String field) {
        @Nullable String value = event.hasField(field) ? event.getString(field) : null;
        return value == null ? "" : ", " + value;
    }

    private static long ns(Instant at) {
        return Math.addExact(Math.multiplyExact(at.getEpochSecond(), NS), at.getNano());
    }

    private static long lengthNs(Duration length) {
        return length.toDays() > 0 ? MAX_NS : length.toNanos();
    }

    LongestElements<EvidenceInterval> blocked() {
        return blocked;
    }

    /** Returns the number of samples dropped for lack of room. */
    long omittedSamples() {
        return samples.omitted() + code.omitted();
    }

    StackSamples code() {
        return code.all();
    }

    StackSamples samples() {
        return samples.all();
    }
}
