package org.ticktoquote.analysis.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import jdk.jfr.Recording;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;

/** Recordings that this JVM makes of itself, of threads that wait for each other at moments that they note. */
class FlightRecordingTest {
    private static final long MS = 1_000_000;
    private static final int ROUNDS = 5;

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
                MONITORS.add(monitor(new Desk()));
                LOCKS.add(lock(new ReentrantLock()));
            }
            idle();
            spin(100 * MS);
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

    /** From before to after the wait. */
    private static long[] monitor(Desk desk) throws InterruptedException {
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
        Thread quoter = started("quoter", () -> {
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

    /** Until a thread has been in a state for 10 ms. */
    private static void spinUntilItWaited(Thread thread, Thread.State state) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (thread.getState() != state && System.nanoTime() < deadlineNs) {
            Thread.onSpinWait();
        }
        spin(10 * MS);
    }

    /** Waits of threads that have nothing to do. */
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

    private static void spin(long ns) {
        long endNs = System.nanoTime() + ns;
        while (System.nanoTime() < endNs) {
            Thread.onSpinWait();
        }
    }

    private static FlightRecording read(Path file) {
        return FlightRecording.read(file, clock, Long.MAX_VALUE);
    }

    private static List<EvidenceInterval> of(String who) {
        return read(whole).blocked().intervals().stream()
                .filter(interval -> interval.who().equals(who))
                .toList();
    }

    @Test
    void whatWasCompiledAndWhichClassAThreadLoadedIsKnown() {
        assertThat(read(whole).code().between(MONITORS.get(0)[0], Long.MAX_VALUE))
                .anySatisfy(change -> assertThat(change.name()).startsWith("the compiler made code of "));
        assertThat(read(whole).blocked().intervals())
                .anySatisfy(load -> assertThat(load.text())
                        .contains(" for a class to be loaded, " + FlightRecordingTest.class.getName()));
    }

    @Test
    void aWaitForAMonitorIsWhereItWasAndNamesWhoHeldIt() {
        List<EvidenceInterval> found = of("quoter");
        assertThat(found).hasSize(ROUNDS);
        for (int i = 0; i < ROUNDS; i++) {
            assertThat(found.get(i).fromNs()).isBetween(MONITORS.get(i)[0] - MS, MONITORS.get(i)[1]);
            assertThat(found.get(i).toNs()).isBetween(MONITORS.get(i)[0], MONITORS.get(i)[1] + MS);
            assertThat(found.get(i).isWhole()).isTrue();
            assertThat(found.get(i).text())
                    .startsWith("quoter waited ")
                    .endsWith(" to enter a monitor of " + Desk.class.getName() + ", blocked by risk-report");
        }
    }

    @Test
    void aWaitForALockCountsToo() {
        List<EvidenceInterval> found = of("quoter-2");
        assertThat(found).hasSize(ROUNDS);
        for (int i = 0; i < ROUNDS; i++) {
            assertThat(found.get(i).fromNs()).isBetween(LOCKS.get(i)[0] - MS, LOCKS.get(i)[1]);
            assertThat(found.get(i).toNs()).isBetween(LOCKS.get(i)[0], LOCKS.get(i)[1] + MS);
            assertThat(found.get(i).text()).contains(" for a lock, ReentrantLock$NonfairSync");
        }
    }

    @Test
    void whoHasNothingToDoIsNotBlocked() {
        assertThat(of("idle-consumer"))
                .filteredOn(wait -> !wait.text().contains(" for a class to be loaded"))
                .isEmpty();
        assertThat(read(whole).blocked().intervals())
                .extracting(EvidenceInterval::who)
                .noneMatch(who -> who.contains("JFR"));
    }

    @Test
    void samplesSayWhereThreadsWere() {
        StackSamples samples = read(whole).samples();
        assertThat(samples.isAbsent()).isFalse();
        assertThat(samples.between(MONITORS.get(0)[0], System.nanoTime()))
                .extracting(StackSamples.Frame::name)
                .anyMatch(name -> name.contains(FlightRecordingTest.class.getName() + ".spin")
                        || name.contains("java.lang.Thread.onSpinWait")
                        || name.contains("System.nanoTime"));
        assertThat(samples.between(0, 1)).isEmpty();
        assertThat(Duration.between(samples.timeOfDay(System.nanoTime()), java.time.Instant.now()))
                .isBetween(Duration.ofMillis(-100), Duration.ofMillis(100));
    }

    /** By async-profiler 4.2 on Java 17: a thread that reads the clock all the time. */
    private FlightRecording profiled() throws Exception {
        Path file = Path.of(FlightRecordingTest.class
                .getResource("/flight/application-async.jfr")
                .toURI());
        return FlightRecording.read(file, ClockTranslation.NONE, Long.MAX_VALUE);
    }

    @Test
    void samplesOfAsyncProfilerNameNativeCodeAndWhatCalledIt() throws Exception {
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
    void withoutAProfileTheSamplesAreTheJvmsOwnAndTheReasonIsSaid() {
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
    void oneThatBeginsTooLateSaysSo() {
        assertThat(FlightRecording.read(whole, clock, MONITORS.get(0)[0] - 60_000 * MS)
                        .blocked()
                        .reservation())
                .matches("it begins (59|60)\\.. s after the first tick: what was older had no room any more");
        assertThat(read(whole).blocked().reservation()).isEmpty();
    }

    @Test
    void aCutFileGivesItsWholeChunks() throws Exception {
        byte[] bytes = Files.readAllBytes(whole);
        Path two = folder.resolve("two.jfr");
        Files.write(two, bytes);
        Files.write(two, Arrays.copyOf(bytes, bytes.length / 2), StandardOpenOption.APPEND);
        CauseEvidence blocked = read(two).blocked();
        assertThat(blocked.intervals()).isEqualTo(read(whole).blocked().intervals());
        assertThat(blocked.reservation()).startsWith("two.jfr has a chunk of " + bytes.length + " bytes at byte");
        Path cut = Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(bytes, bytes.length - 1));
        assertThat(read(cut).blocked().absence()).startsWith("cut.jfr has a chunk of");
    }

    @Test
    void whatIsNoneIsAbsentWithTheReason() throws Exception {
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

    /** A reader would wait for the writer, who is dead. */
    @Test
    void aChunkWhoseHeaderWasBeingWrittenIsNotWaitedFor() throws Exception {
        Path file = Files.copy(whole, folder.resolve("a.jfr"));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {-1}), 64);
        }
        assertThat(read(file).blocked().absence())
                .isEqualTo("a.jfr has a chunk at byte 0 whose header was being written");
    }

    @Test
    void damageInTheMiddleIsSaidAndDoesNotEndTheAnalysis() throws Exception {
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
