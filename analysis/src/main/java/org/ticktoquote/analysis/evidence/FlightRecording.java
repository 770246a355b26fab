package org.ticktoquote.analysis.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Flight recording of an application's JVM: waits of its threads, and samples of their stacks.
 *
 * <p>Chunks are inspected before the JDK reads them, so that all complete chunks of a truncated or still growing file are
 * read. Keeps at most the {@link LongestElements#MAX_ELEMENTS} longest waits and {@link StackSamples#MAX_SAMPLES} samples,
 * so that memory is bounded.
 *
 * @param blocked waits for locks held by other threads, for disks and sockets
 * @param samples stacks of threads
 * @param code compilations and deoptimizations
 * @param files recordings read
 */
public record FlightRecording(CauseEvidence blocked, StackSamples samples, StackSamples code, List<Path> files) {
    public FlightRecording {
        files = List.copyOf(files);
    }

    static FlightRecording absent(String reason) {
        return new FlightRecording(
                CauseEvidence.absent(Cause.BLOCKED, RunDirectory.APPLICATION_FLIGHT, reason),
                StackSamples.NONE,
                StackSamples.NONE,
                List.of());
    }

    /** Returns a copy with a profiler's stack samples if it has any, and with its reservation added to the waits. */
    FlightRecording sampledBy(FlightRecording profile) {
        CauseEvidence profiled = profile.blocked;
        return profiled.isPresent()
                ? new FlightRecording(noting(profiled.reservation()), profile.samples, code, and(profile.files))
                : new FlightRecording(noting(profiled.absence() + ": stacks are the JVM's own"), samples, code, files);
    }

    private List<Path> and(List<Path> others) {
        return Stream.concat(files.stream(), others.stream()).toList();
    }

    private CauseEvidence noting(String missing) {
        return blocked.with(blocked.intervals(), missing);
    }

    /**
     * Reads a recording.
     *
     * @param clock translation from the time of day, ns since 1970-01-01 UTC, to the run's clock
     * @param firstNs expected start, on the run's clock
     */
    public static FlightRecording read(Path file, ClockTranslation clock, long firstNs) {
        String source = String.valueOf(file.getFileName());
        try {
            FlightChunks chunks = FlightChunks.of(file);
            if (chunks.isEmpty()) {
                return absent(source + " " + chunks.damage());
            }
            FlightEvents events = new FlightEvents(clock, source);
            String damage = read(chunks, events);
            return of(events, chunks, damage.isEmpty() ? "" : source + " " + damage, clock, firstNs);
        } catch (NoSuchFileException e) {
            return absent(source + " is missing: the application's JVM did not write it");
        } catch (IOException e) {
            return absent(source + " cannot be read: " + IoReason.of(e));
        } catch (NoClassDefFoundError e) {
            return absent("the Java of this analysis has no module jdk.jfr");
        }
    }

    private static FlightRecording of(
            FlightEvents events, FlightChunks chunks, String damage, ClockTranslation clock, long firstNs) {
        LongestElements<EvidenceInterval> found = events.blocked();
        List<EvidenceInterval> kept = found.elements();
        List<String> reservations = new ArrayList<>();
        if (!damage.isEmpty()) {
            reservations.add(damage);
        }
        if (!found.omission().isEmpty()) {
            reservations.add(found.omission());
        }
        if (events.omittedSamples() > 0) {
            reservations.add(CountText.of(events.omittedSamples(), "later sample") + " of threads omitted");
        }
        long missingNs = clock.toRun(chunks.startNs()) - firstNs;
        if (missingNs > 0) {
            reservations.add("it begins " + DurationText.format(missingNs)
                    + " after the first tick: older events were discarded");
        }
        return new FlightRecording(
                CauseEvidence.of(
                        Cause.BLOCKED,
                        RunDirectory.APPLICATION_FLIGHT,
                        kept,
                        String.join(", ", reservations),
                        clock,
                        OptionalLong.empty()),
                events.samples(),
                events.code(),
                List.of(chunks.file()));
    }

    /** Reads a copy of the complete chunks, because the JDK reads only complete files and this one can still be growing. */
    private static String read(FlightChunks chunks, FlightEvents events) throws IOException {
        Path whole = AtomicFile.deletedOnExit(Files.createTempFile("t2q-", ".jfr"));
        try {
            chunks.copyTo(whole);
            String more = read(whole, events);
            return Stream.of(chunks.damage(), more)
                    .filter(damage -> !damage.isEmpty())
                    .collect(Collectors.joining(", and "));
        } finally {
            Files.deleteIfExists(whole);
        }
    }

    /** Returns a description of the damage; empty if there is none. Keeps the events before the damage. */
    private static String read(Path file, FlightEvents events) throws IOException {
        long number = 0;
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                events.add(recording.readEvent());
                number++;
            }
            return "";
        } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError | InternalError damage) {
            // the JDK's parser trusts every length and reference in a damaged file
            return "is damaged after " + number + " events: " + reason(damage);
        }
    }

    static String reason(Throwable damage) {
        @Nullable String message = damage.getMessage();
        return message == null ? damage.getClass().getSimpleName() : message;
    }

    /**
     * Collects flight recording events that reveal causes of slow ticks. Times are since 1970-01-01 UTC. Not thread-safe.
     *
     * <p>Counts waits to enter a monitor, parks on an exclusive lock of {@code java.util.concurrent}, class loading, file
     * writes and forces, and socket writes. Ignores parks on conditions, queues and latches, {@code Object.wait} and sleep,
     * because idle threads wait in this way.
     */
    private static final class FlightEvents {
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

        /** Field of a thread in recordings of Java 21 and newer. */
        private static final String VIRTUAL = "virtual";

        private static final long MAX_NS = TimeUnit.DAYS.toNanos(1);
        private static final long NS = TimeUnit.SECONDS.toNanos(1);

        private final LongestElements<EvidenceInterval> blocked = new LongestElements<>(EvidenceInterval::mostNs);
        /** The first thread of each name. Without virtual threads, which can have any number of names. */
        private final Map<String, Long> threads = new HashMap<>();

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
            String who = distinctThread(event, "eventThread");
            long fromNs = ns(event.getStartTime());
            long lengthNs = lengthNs(event.getDuration());
            if (who.startsWith(RECORDER) || lengthNs <= 0) {
                return;
            }
            String holder = event.hasField("previousOwner") ? distinctThread(event, "previousOwner") : "";
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

        /** Returns the thread's name, which other threads can have, too. */
        private static String thread(RecordedEvent event, String field) {
            @Nullable RecordedThread thread = event.hasField(field) ? event.getThread(field) : null;
            String name = thread == null ? "" : name(thread);
            return name.isEmpty() ? "unnamed threads" : name;
        }

        /** Returns a name that no other thread of the recording has; empty if the thread is unknown. */
        private String distinctThread(RecordedEvent event, String field) {
            @Nullable RecordedThread thread = event.hasField(field) ? event.getThread(field) : null;
            if (thread == null) {
                return "";
            }
            String name = name(thread);
            long id = thread.getJavaThreadId();
            if (name.isEmpty()) {
                return "unnamed thread " + id;
            }
            boolean virtual = thread.hasField(VIRTUAL) && thread.getBoolean(VIRTUAL);
            return !virtual && threads.computeIfAbsent(name, each -> id) == id ? name : name + " #" + id;
        }

        /** Returns the thread's name; empty for a virtual thread without one. */
        private static String name(RecordedThread thread) {
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
}
