package org.ticktoquote.analysis.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;

/** Recordings of this JVM, with threads that wait for each other at times that they note. */
class FlightRecordingTest {
    private static final long MS = 1_000_000;
    private static final int ROUNDS = 5;
    /** Offset of the size in a chunk header. */
    private static final int SIZE_OF_CHUNK = 8;
    /** A confused clock is off by more. */
    private static final long FAR_NS = TimeUnit.SECONDS.toNanos(10);

    @TempDir
    private static Path shared;

    private static Path whole;
    private static ClockTranslation clock;
    private static final List<long[]> MONITORS = new ArrayList<>();
    private static final List<long[]> LOCKS = new ArrayList<>();

    @TempDir
    private Path folder;

    private static final class Desk {}

    @BeforeAll
    static void record() throws Exception {
        whole = shared.resolve("application.jfr");
        ClockPair before = ClockPair.read(System::nanoTime, new SystemEpochNanoClock());
        try (Recording recording = new Recording()) {
            recording.enable("jdk.JavaMonitorEnter").withThreshold(Duration.ofMillis(1));
            recording.enable("jdk.ThreadPark").withThreshold(Duration.ofMillis(1));
            recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
            recording.enable("jdk.Compilation").withThreshold(Duration.ZERO);
            recording.enable("jdk.ClassLoad").withThreshold(Duration.ZERO);
            recording.start();
            for (int i = 0; i < ROUNDS; i++) {
                MONITORS.add(monitor(new Desk(), "quoter"));
                LOCKS.add(lock(new ReentrantLock()));
            }
            monitor(new Desk(), "");
            idle();
            spinUntilSampledAndCompiled(recording);
            recording.stop();
            recording.dump(whole);
        }
        ClockPair after = ClockPair.read(System::nanoTime, new SystemEpochNanoClock());
        clock = new ClockTranslation(List.of(point(before), point(after)));
    }

    private static ClockTranslation.Point point(ClockPair pair) {
        return new ClockTranslation.Point(pair.realtimeNs(), pair.monotonicNs(), pair.uncertaintyNs());
    }

    private interface Step {
        void run() throws InterruptedException;
    }

    private static Thread started(String name, Step step) {
        Thread thread = new Thread(
                () -> {
                    try {
                        step.run();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.start();
        return thread;
    }

    /** Times before and after the wait. */
    private static long[] monitor(Desk desk, String name) throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch waited = new CountDownLatch(1);
        Thread holder = started("risk-report", () -> {
            synchronized (desk) {
                held.countDown();
                waited.await();
            }
        });
        held.await();
        long[] at = new long[2];
        Thread quoter = started(name, () -> {
            at[0] = System.nanoTime();
            synchronized (desk) {
                at[1] = System.nanoTime();
            }
        });
        spinUntilItWaited(quoter, Thread.State.BLOCKED);
        waited.countDown();
        quoter.join();
        holder.join();
        return at;
    }

    private static long[] lock(Lock lock) throws InterruptedException {
        long[] at = new long[2];
        lock.lock();
        Thread quoter = started("quoter-2", () -> {
            at[0] = System.nanoTime();
            lock.lock();
            at[1] = System.nanoTime();
            lock.unlock();
        });
        spinUntilItWaited(quoter, Thread.State.WAITING);
        lock.unlock();
        quoter.join();
        return at;
    }

    /** Spins until a thread has been in a state for 10 ms. */
    private static void spinUntilItWaited(Thread thread, Thread.State state) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (thread.getState() != state && System.nanoTime() < deadlineNs) {
            Thread.onSpinWait();
        }
        spin(10 * MS);
    }

    /** Waits of idle threads. */
    private static void idle() throws InterruptedException {
        Lock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Thread consumer = started("idle-consumer", () -> {
            lock.lock();
            try {
                boolean ignored = condition.await(20, TimeUnit.MILLISECONDS);
            } finally {
                lock.unlock();
            }
            LockSupport.parkNanos(5 * MS);
            TimeUnit.MILLISECONDS.sleep(5);
        });
        consumer.join();
    }

    /** On a busy machine the JVM's own threads are late. */
    private static void spinUntilSampledAndCompiled(Recording recording) throws Exception {
        Path meanwhile = shared.resolve("meanwhile.jfr");
        Set<String> seen = Set.of();
        for (int i = 0; i < 100 && !seen.containsAll(Set.of("jdk.ExecutionSample", "jdk.Compilation")); i++) {
            spin(100 * MS);
            recording.dump(meanwhile);
            seen = RecordingFile.readAllEvents(meanwhile).stream()
                    .filter(event -> !event.getEventType().getName().equals("jdk.ExecutionSample") || isOfSpin(event))
                    .map(event -> event.getEventType().getName())
                    .collect(Collectors.toSet());
        }
    }

    private static boolean isOfSpin(RecordedEvent sample) {
        return sample.getStackTrace() != null
                && sample.getStackTrace().getFrames().stream()
                        .anyMatch(frame -> frame.getMethod().getName().equals("spin"));
    }

    static void spin(long ns) {
        long endNs = System.nanoTime() + ns;
        while (System.nanoTime() < endNs) {
            Thread.onSpinWait();
        }
    }

    private static FlightRecording read(Path file) {
        return FlightRecording.read(file, clock, Long.MAX_VALUE);
    }

    /** Returns the waits of all threads of a name. */
    private static List<EvidenceInterval> of(String name) {
        return read(whole).blocked().intervals().stream()
                .filter(interval -> interval.who().matches(name + "( #[0-9]+)?"))
                .filter(interval -> !interval.text().contains(" for a class to be loaded"))
                .toList();
    }

    @Test
    void reportsCompilationsAndClassLoads() {
        assertThat(read(whole).code().between(MONITORS.get(0)[0], Long.MAX_VALUE))
                .anySatisfy(change -> assertThat(change.name()).startsWith("the compiler compiled "));
        assertThat(read(whole).blocked().intervals())
                .anySatisfy(load -> assertThat(load.text())
                        .contains(" for a class to be loaded, " + FlightRecordingTest.class.getName()));
    }

    @Test
    void monitorWaitHasItsTimeAndNamesTheOwner() {
        List<EvidenceInterval> found = of("quoter").stream()
                .filter(wait -> !wait.text().contains(ThreadGroup.class.getName())) // both threads end at the same time
                .toList();
        assertWhereTheyWere(found, MONITORS);
        for (int i = 0; i < ROUNDS; i++) {
            assertThat(found.get(i).isWhole()).isTrue();
            assertThat(found.get(i).text())
                    .startsWith(found.get(i).who() + " waited ")
                    .contains(" to enter a monitor of " + Desk.class.getName() + ", blocked by risk-report");
        }
    }

    /** Whether a wait delays quotes is judged per thread. */
    @Test
    void threadsOfOneNameOrNoneAreDistinct() {
        assertThat(of("quoter-2"))
                .hasSize(ROUNDS)
                .extracting(EvidenceInterval::who)
                .doesNotHaveDuplicates();
        assertThat(read(whole).blocked().intervals())
                .anySatisfy(wait -> assertThat(wait.text())
                        .matches("unnamed thread [0-9]+ waited .* to enter a monitor of .*Desk, blocked by .*"));
    }

    /** A server can have one for each request, with any number of names. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "Java 17 has no virtual threads")
    void virtualThreadsAreNamedWithTheirId() throws Exception {
        Path file = folder.resolve("virtual.jfr");
        try (Recording recording = new Recording();
                FileChannel log =
                        FileChannel.open(folder.resolve("log"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            recording.enable("jdk.FileForce").withThreshold(Duration.ZERO);
            recording.start();
            FutureTask<Object> request = new FutureTask<>(() -> {
                log.force(true);
                return "";
            });
            virtual("request-1", request).start();
            request.get();
            recording.stop();
            recording.dump(file);
        }
        assertThat(read(file).blocked().intervals())
                .extracting(EvidenceInterval::who)
                .anyMatch(who -> who.matches("request-1 #[0-9]+"));
    }

    private static Thread virtual(String name, Runnable task) throws ReflectiveOperationException {
        Class<?> builder = Class.forName("java.lang.Thread$Builder");
        Object named = builder.getMethod("name", String.class)
                .invoke(Thread.class.getMethod("ofVirtual").invoke(null), name);
        return (Thread) builder.getMethod("unstarted", Runnable.class).invoke(named, task);
    }

    /**
     * Each wait is within the times noted by its thread, up to a common offset: at the start of a recording the JVM reads the time
     * of day and its counter one after the other, and can be preempted in between.
     */
    private static void assertWhereTheyWere(List<EvidenceInterval> found, List<long[]> noted) {
        assertThat(found).hasSize(ROUNDS);
        long leastNs = Long.MIN_VALUE;
        long mostNs = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            assertThat(found.get(i).toNs()).isGreaterThan(found.get(i).fromNs());
            leastNs = Math.max(leastNs, noted.get(i)[0] - found.get(i).fromNs());
            mostNs = Math.min(mostNs, noted.get(i)[1] - found.get(i).toNs());
        }
        assertThat(leastNs).isLessThan(mostNs + MS);
        assertThat(leastNs).isLessThan(FAR_NS);
        assertThat(mostNs).isGreaterThan(-FAR_NS);
    }

    @Test
    void reportsWaitsForLocks() {
        List<EvidenceInterval> found = of("quoter-2");
        assertWhereTheyWere(found, LOCKS);
        for (int i = 0; i < ROUNDS; i++) {
            assertThat(found.get(i).text()).contains(" for a lock, ReentrantLock$NonfairSync");
        }
    }

    @Test
    void idleThreadsAreNotBlocked() {
        assertThat(of("idle-consumer")).isEmpty();
        assertThat(read(whole).blocked().intervals())
                .extracting(EvidenceInterval::who)
                .noneMatch(who -> who.contains("JFR"));
    }

    @Test
    void samplesShowStacksOfThreads() {
        StackSamples samples = read(whole).samples();
        assertThat(samples.isAbsent()).isFalse();
        assertThat(samples.between(MONITORS.get(0)[0], System.nanoTime()))
                .extracting(StackSamples.Frame::name)
                .anyMatch(name -> name.contains(FlightRecordingTest.class.getName() + ".spin")
                        || name.contains("java.lang.Thread.onSpinWait")
                        || name.contains("System.nanoTime"));
        assertThat(samples.between(0, 1)).isEmpty();
        Instant before = Instant.now();
        Instant found = samples.timeOfDay(System.nanoTime());
        assertThat(found).isBetween(before.minusMillis(100), Instant.now().plusMillis(100));
    }

    @Test
    void keepsSamplesOfKnownFramesWhenThereAreTooManyFrames() {
        StackSamples.Collector collector = new StackSamples.Collector(ClockTranslation.NONE, "a");
        IntStream.rangeClosed(0, 100_000).forEach(i -> collector.add(i, "frame " + i));
        collector.add(200_000, "frame 7");
        assertThat(collector.omitted()).isEqualTo(1);
        assertThat(collector.all().between(200_000, 200_000)).containsExactly(new StackSamples.Frame("frame 7", 1));
    }

    /** Recorded by async-profiler 4.2 on Java 17: a thread that reads the clock in a loop. */
    private FlightRecording profiled() throws Exception {
        Path file = Path.of(FlightRecordingTest.class
                .getResource("/flight/application-async.jfr")
                .toURI());
        return FlightRecording.read(file, ClockTranslation.NONE, Long.MAX_VALUE);
    }

    @Test
    void asyncProfilerSamplesNameNativeCodeAndItsCaller() throws Exception {
        StackSamples samples = read(whole).sampledBy(profiled()).samples();
        assertThat(samples.source()).isEqualTo("application-async.jfr");
        assertThat(samples.between(0, Long.MAX_VALUE))
                .containsExactly(
                        new StackSamples.Frame("[vdso] under Quoter.price:2 in pricing-decoder", 21),
                        new StackSamples.Frame("Quoter.price:2 in pricing-decoder", 1),
                        new StackSamples.Frame(
                                "libjvm.so.os::javaTimeNanos under Quoter.price:2 in pricing-decoder", 1));
    }

    @Test
    void usesJvmSamplesAndReportsTheReasonWithoutAProfile() {
        FlightRecording recorded = read(whole);
        FlightRecording without = recorded.sampledBy(read(folder.resolve("application-async.jfr")));
        assertThat(without.samples()).isSameAs(recorded.samples());
        assertThat(without.blocked().intervals()).isEqualTo(recorded.blocked().intervals());
        assertThat(without.blocked().reservation())
                .isEqualTo(
                        "application-async.jfr is missing: the application's JVM did not write it: stacks are the JVM's"
                                + " own");
    }

    @Test
    void reportsRecordingThatBeginsTooLate() {
        assertThat(FlightRecording.read(whole, clock, MONITORS.get(0)[0] - 60_000 * MS)
                        .blocked()
                        .reservation())
                .matches("it begins [0-9]+\\.. s after the first tick: older events were discarded");
        assertThat(read(whole).blocked().reservation()).isEmpty();
    }

    @Test
    void truncatedFileYieldsItsCompleteChunks() throws Exception {
        byte[] bytes = Files.readAllBytes(whole);
        Path two = folder.resolve("two.jfr");
        Files.write(two, bytes);
        int first = Math.toIntExact(ByteBuffer.wrap(bytes).getLong(SIZE_OF_CHUNK));
        Files.write(two, Arrays.copyOf(bytes, first / 2), StandardOpenOption.APPEND);
        CauseEvidence blocked = read(two).blocked();
        assertThat(blocked.intervals()).isEqualTo(read(whole).blocked().intervals());
        assertThat(blocked.reservation()).startsWith("two.jfr has a chunk of " + first + " bytes at byte");
        Path cut = Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(bytes, first - 1));
        assertThat(read(cut).blocked().absence()).startsWith("cut.jfr has a chunk of");
    }

    @Test
    void reportsWhyARecordingIsAbsent() throws Exception {
        assertThat(read(folder.resolve("none.jfr")).blocked().absence())
                .isEqualTo("none.jfr is missing: the application's JVM did not write it");
        Path file = Files.createFile(folder.resolve("a.jfr"));
        assertThat(read(file).blocked().absence()).isEqualTo("a.jfr is empty");
        Files.write(file, new byte[100]);
        assertThat(read(file).blocked().absence()).isEqualTo("a.jfr has no chunk of version 2 at byte 0");
        Files.write(file, Arrays.copyOf(Files.readAllBytes(whole), 40));
        assertThat(read(file).blocked().absence()).isEqualTo("a.jfr ends within the header of a chunk at byte 0");
        assertThat(read(folder).blocked().absence()).isEqualTo(folder.getFileName() + " Is a directory");
    }

    /** A reader would wait forever for the dead writer. */
    @Test
    void doesNotWaitForAChunkHeaderInProgress() throws Exception {
        Path file = Files.copy(whole, folder.resolve("a.jfr"));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {-1}), 64);
        }
        assertThat(read(file).blocked().absence())
                .isEqualTo("a.jfr has a chunk at byte 0 whose header was being written");
    }

    @Test
    void damagedChunkDoesNotEndTheAnalysis() throws Exception {
        byte[] bytes = Files.readAllBytes(whole);
        for (int i = 100; i < bytes.length; i += bytes.length / 40) {
            byte[] damaged = bytes.clone();
            damaged[i] ^= 0x55;
            Path file = Files.write(folder.resolve("a.jfr"), damaged);
            FlightRecording found = read(file);
            assertThat(found.blocked().intervals()).hasSizeLessThan(1_000);
        }
    }
}
