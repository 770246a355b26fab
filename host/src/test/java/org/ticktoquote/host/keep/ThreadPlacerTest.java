package org.ticktoquote.host.keep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.host.keep.HostProcesses.ManagedProcess;
import org.ticktoquote.host.keep.MaskRestorer.OriginalMasks;
import org.ticktoquote.host.keep.MaskRestorer.ThreadMask;
import org.ticktoquote.host.keep.ThreadMasks.MaskChange;
import org.ticktoquote.host.keep.ThreadReport.ThreadLine;
import org.ticktoquote.host.machine.Machines;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.ProcTree;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles;

/** Runs the placer on a simulated {@code /proc} with application 100 and harness 200 on CPUs 0 to 3. */
class ThreadPlacerTest {
    private static final long APPLICATION = 100;
    private static final long HARNESS = 200;
    private static final CpuList ALL = CpuList.parse("0-3");
    private static final String PLAN = """
        rules:
          - {who: application, threads: idle, cpus: unmanaged}
          - {who: application, threads: risk-*, cpus: 3}
          - {who: application, cpus: 2-3}
          - {who: application-jvm, cpus: 1}
        default: 0
        """;

    @TempDir
    private Path folder;

    private final MadeUpMasks masks = new MadeUpMasks();
    private final List<OriginalMasks> recordedMasks = new ArrayList<>();
    private final List<String> changes = new ArrayList<>();
    private ProcTree proc;
    private ThreadPlacer placer;

    @BeforeEach
    void prepare() throws IOException {
        proc = new ProcTree(folder.resolve("proc"));
        placer = placer(
                masks,
                new ManagedProcess(ThreadOwner.APPLICATION, APPLICATION, true),
                new ManagedProcess(ThreadOwner.HARNESS, HARNESS, false));
        run(APPLICATION, 100, "java", 'S', 0, 1);
        run(APPLICATION, 101, "pricing-io", 'S', 0, 1);
        run(APPLICATION, 102, "GC Thread#0", 'S', 0, 1);
        run(HARNESS, 200, "java", 'S', 3, 1);
        List.of(100L, 101L, 102L, 200L).forEach(tid -> masks.put(tid, "0-3"));
    }

    @AfterEach
    void finish() {
        placer.restore();
    }

    private void run(long pid, long tid, String name, char state, int cpu, long switches) {
        proc.put(pid, tid, name, state, cpu, 1000 + tid, ALL, switches);
    }

    /** Starts a thread of the application with a mask. */
    private void start(long tid, String name, String mask) {
        run(APPLICATION, tid, name, 'S', 2, 1);
        masks.put(tid, mask);
    }

    private ThreadPlacer placer(ThreadMasks masks, ManagedProcess... processes) throws IOException {
        return new ThreadPlacer(
                ThreadChoice.ofPlan("plan", PLAN).planner().orElseThrow(),
                Machines.plain(folder.resolve("machine"), 4).topology(),
                new HostProcesses(List.of(processes), List.of()),
                new ProcessFiles(proc.root()),
                masks,
                recordedMasks::add);
    }

    /** Returns a placer of the application alone that leaves masks changed by others. It has placed the threads. */
    private ThreadPlacer yielding() throws IOException {
        ThreadMasks yieldingMasks = new ThreadMasks() {
            @Override
            public Optional<CpuList> read(long tid) {
                return masks.read(tid);
            }

            @Override
            public MaskChange set(long tid, CpuList cpus, String reason) {
                return masks.set(tid, cpus, reason);
            }

            @Override
            public boolean maskChanged(FoundThread thread, CpuList expected, CpuList found) {
                changes.add(thread.tid() + " " + expected + " " + found);
                return false;
            }

            @Override
            public void ended(FoundThread thread) {
                changes.add(thread.tid() + " ended");
            }
        };
        ThreadPlacer yielding = placer(yieldingMasks, new ManagedProcess(ThreadOwner.APPLICATION, APPLICATION, true));
        yielding.apply();
        return yielding;
    }

    private ThreadReport report() {
        return placer.restore().orElseThrow();
    }

    private static ThreadLine line(ThreadReport report, long tid) {
        return report.threads().stream()
                .filter(line -> line.tid() == tid)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void placesEveryThreadAndRestoresItsMask() {
        placer.apply();
        assertThat(Stream.of(100L, 101L, 102L, 200L).map(masks::of)).containsExactly("2-3", "2-3", "1", "0");
        ThreadReport report = report();
        assertThat(masks.masks.values()).containsOnly(ALL);
        assertThat(report.summary()).isEqualTo("managed: 4 threads in 3 sets, 0 outside");
        assertThat(report.restored().description())
                .isEqualTo("4 restored, 0 of them started under the plan, 0 had ended");
        assertThat(report.unmanaged()).isZero();
        assertThat(line(report, 102))
                .extracting(line -> line.who(), line -> line.kind(), line -> line.before(), line -> line.requested())
                .containsExactly("application-jvm", "gc", "0-3", "1");
        assertThat(placer.restore()).isEmpty();

        assertThat(recordedMasks)
                .containsExactly(new OriginalMasks(
                        APPLICATION,
                        "0-3",
                        List.of("2-3", "1"),
                        List.of(
                                new ThreadMask(100, 1100, "0-3"),
                                new ThreadMask(101, 1101, "0-3"),
                                new ThreadMask(102, 1102, "0-3"))));
    }

    @Test
    void placesNewThreadAndFollowsItsRename() {
        placer.apply();
        start(103, "java", "1");
        placer.scanNew();
        assertThat(masks.of(103)).isEqualTo("2-3");
        run(APPLICATION, 103, "GC Thread#1", 'S', 2, 1);
        placer.scanNew();
        assertThat(masks.of(103)).isEqualTo("1");
    }

    @Test
    void noticesNewThreadThatReplacesAnEndedOne() throws IOException {
        Path newest = folder.resolve("proc/loadavg");
        Files.writeString(newest, "0.20 0.18 0.12 7/271 102\n");
        placer.apply();
        placer.scanNew();
        proc.end(APPLICATION, 101);
        start(103, "pricing-io", "1");
        Files.writeString(newest, "0.20 0.18 0.12 7/271 103\n");
        for (int scan = 0; scan < 4; scan++) {
            placer.scanNew();
        }
        assertThat(masks.of(103)).isEqualTo("2-3");
    }

    @Test
    void restoresNewThreadThatReusesAnId() {
        placer.apply();
        proc.end(APPLICATION, 101);
        placer.poll();
        proc.put(APPLICATION, 101, "pricing-io", 'S', 2, 5000, ALL, 1);
        masks.put(101, "2-3");
        assertThat(report().restored().description())
                .isEqualTo("4 restored, 1 of them started under the plan, 1 had ended");
        assertThat(masks.of(101)).isEqualTo("0-3");
    }

    @Test
    void checksAllThreadsInTurn() throws IOException {
        ThreadPlacer yielding = yielding();
        masks.put(101, "0");
        masks.put(102, "0");
        for (int scan = 0; scan < 200; scan++) {
            yielding.scanNew();
        }
        assertThat(changes).containsExactly("101 2-3 0", "102 1 0");
    }

    @Test
    void leavesForeignMaskIfEventsSaySo() throws IOException {
        ThreadPlacer yielding = yielding();
        masks.put(101, "0");
        yielding.poll();
        yielding.poll();
        assertThat(masks.of(101)).isEqualTo("0");
        assertThat(changes).as("reported once").containsExactly("101 2-3 0");
        yielding.restore();
    }

    @Test
    void reportsEndedThreadsOnce() throws IOException {
        ThreadPlacer yielding = yielding();
        proc.end(APPLICATION, 101);
        yielding.poll();
        yielding.poll();
        assertThat(changes).containsExactly("101 ended");
        yielding.restore();
    }

    @Test
    void placesLateThreadsAndRestoresTheDefaultMask() {
        placer.apply();
        start(103, "GC Thread#1", "2-3"); // inherited from a thread of the plan
        start(104, "pricing-io-2", "2-3");
        placer.poll();
        assertThat(masks.of(103)).isEqualTo("1");
        ThreadReport report = report();
        assertThat(report.totals().newcomers()).isEqualTo(2);
        assertThat(report.totals().corrected()).isEqualTo(1);
        assertThat(report.unmanaged()).isZero();
        assertThat(masks.of(103)).isEqualTo("0-3");
        assertThat(masks.of(104)).isEqualTo("0-3");
        assertThat(recordedMasks.get(1).threads())
                .containsExactly(new ThreadMask(103, 1103, "0-3"), new ThreadMask(104, 1104, "0-3"));
    }

    @Test
    void restoresThreadsThatWereNeverObserved() {
        placer.apply();
        start(105, "brand-new", "2-3");
        proc.end(APPLICATION, 101);
        masks.masks.remove(101L);
        ThreadReport report = report();
        assertThat(masks.of(105)).isEqualTo("0-3");
        assertThat(report.restored().newcomers()).isEqualTo(1);
        assertThat(report.restored().gone()).isEqualTo(1);
    }

    @Test
    void movesRenamedThread() {
        placer.apply();
        run(APPLICATION, 101, "VM Thread", 'S', 2, 2);
        placer.poll();
        assertThat(masks.of(101)).isEqualTo("1");
        assertThat(line(report(), 101).name()).isEqualTo("VM Thread");
    }

    @Test
    void restoresThreadThatInheritedTheMaskOfARenamedOne() {
        placer.apply();
        run(APPLICATION, 101, "risk-1", 'S', 2, 2);
        placer.poll();
        assertThat(masks.of(101)).isEqualTo("3");
        start(107, "risk-2", "3");
        report();
        assertThat(masks.of(107)).isEqualTo("0-3");
        assertThat(recordedMasks.get(1))
                .isEqualTo(new OriginalMasks(APPLICATION, "0-3", List.of("2-3", "1", "3"), List.of()));
    }

    @Test
    void countsThreadOutsideItsSet() {
        placer.apply();
        placer.startMeasuring();
        run(APPLICATION, 101, "pricing-io", 'S', 0, 2);
        placer.poll();
        placer.stopMeasuring();
        ThreadReport report = report();
        assertThat(report.summary()).isEqualTo("managed: 4 threads in 3 sets, 1 outside");
        assertThat(report.unmanaged()).isEqualTo(1);
        assertThat(line(report, 101).cpusSeen()).isEqualTo("0");
        assertThat(report.facts("threads").get("threads.problems"))
                .isEqualTo("pricing-io (101) ran outside its set in 2 of 2 samples");
    }

    @Test
    void ignoresLastCpuOfASleepingThread() {
        placer.apply();
        placer.startMeasuring();
        placer.poll();
        run(APPLICATION, 102, "GC Thread#0", 'S', 1, 5);
        placer.stopMeasuring();
        ThreadReport report = report();
        assertThat(report.unmanaged()).isZero();
        assertThat(line(report, 101).samples()).isZero();
        assertThat(line(report, 102).cpusSeen()).isEqualTo("1");
        assertThat(line(report, 102).voluntarySwitches()).isEqualTo(4);
    }

    @Test
    void usesCpuOfThreadThatWakesDuringTheScan() {
        run(APPLICATION, 101, "pricing-io", 'S', 0, 1);
        placer.apply();
        placer.startMeasuring();
        masks.meanwhile = tid -> {
            if (tid == 101) {
                run(APPLICATION, 101, "pricing-io", 'S', 2, 2);
            }
        };
        placer.poll();
        placer.stopMeasuring();
        ThreadReport report = report();
        assertThat(report.totals().outside()).isZero();
        assertThat(line(report, 101).cpusSeen()).isEqualTo("2");
    }

    @Test
    void countsRunningThreadOnItsCurrentCpu() {
        placer.apply();
        placer.startMeasuring();
        run(APPLICATION, 101, "pricing-io", 'R', 1, 1);
        placer.poll();
        placer.stopMeasuring();
        assertThat(report().totals().outside()).isEqualTo(1);
    }

    @Test
    void repairsAndCountsMaskChangedByOthers() {
        placer.apply();
        masks.put(101, "0-3");
        placer.poll();
        assertThat(masks.of(101)).isEqualTo("2-3");
        ThreadReport report = report();
        assertThat(report.unmanaged()).isEqualTo(1);
        assertThat(report.summary()).isEqualTo("managed: 4 threads in 3 sets, 0 outside, 1 changed by others");
    }

    @Test
    void countsRefusedMasks() {
        masks.forbidden.add(101L);
        placer.apply();
        ThreadReport report = report();
        assertThat(report.totals().refused()).isEqualTo(1);
        assertThat(report.unmanaged()).isEqualTo(1);
        assertThat(line(report, 101).problem()).isEqualTo("not placed: Operation not permitted");
    }

    @Test
    void failsIfNoApplicationThreadCanBePlaced() {
        masks.forbidden.addAll(List.of(100L, 101L, 102L));
        assertThatRefused(ExitStatus.ENVIRONMENT, placer::apply)
                .hasMessageContaining("plan: no thread of the application can be placed (Operation not permitted)");
    }

    @Test
    void leavesUnmanagedThreadsAlone() {
        start(106, "idle", "0-3");
        placer.apply();
        assertThat(masks.of(106)).isEqualTo("0-3");
        assertThat(report().summary()).isEqualTo("managed (shared): 4 threads in 3 sets, 0 outside, 1 left alone");
    }

    @Test
    void resetsInheritedMaskOfUnmanagedThreads() {
        placer.apply();
        start(106, "idle", "2-3");
        run(APPLICATION, 101, "idle", 'S', 2, 2);
        placer.poll();
        assertThat(masks.of(106)).isEqualTo("0-3");
        assertThat(masks.of(101)).isEqualTo("0-3");
        assertThat(report().totals().leftAlone()).isEqualTo(2);
    }

    @Test
    void treatsReusedIdAsANewThread() {
        placer.apply();
        proc.put(APPLICATION, 101, "pricing-io", 'S', 2, 9999, ALL, 1);
        masks.put(101, "2-3");
        placer.poll();
        ThreadReport report = report();
        assertThat(report.totals().ended()).isEqualTo(1);
        assertThat(report.totals().newcomers()).isEqualTo(1);
        assertThat(report.threads()).hasSize(5);
    }
}
