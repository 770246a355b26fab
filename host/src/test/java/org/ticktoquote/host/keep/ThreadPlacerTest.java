package org.ticktoquote.host.keep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.host.keep.HostProcesses.ManagedProcess;
import org.ticktoquote.host.keep.MaskRestorer.OriginalMasks;
import org.ticktoquote.host.keep.MaskRestorer.ThreadMask;
import org.ticktoquote.host.keep.ThreadPlacer.ThreadEvents;
import org.ticktoquote.host.keep.ThreadReport.ThreadLine;
import org.ticktoquote.host.machine.Machines;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.ProcTree;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles;

/** The keeper on a made-up {@code /proc}: application 100 and harness 200, on CPUs 0 to 3. */
class ThreadPlacerTest {
    private static final long APPLICATION = 100;
    private static final long HARNESS = 200;
    private static final CpuList ALL = CpuList.parse("0-3");
    private static final String PLAN = """
        rules:
          - {who: application, threads: idle, cpus: unmanaged}
          - {who: application, cpus: 2-3}
          - {who: application-jvm, cpus: 1}
        default: 0
        """;

    @TempDir
    private Path folder;

    private final MadeUpMasks masks = new MadeUpMasks();
    private final List<OriginalMasks> told = new ArrayList<>();
    private ProcTree proc;
    private ThreadPlacer keeper;

    @BeforeEach
    void prepare() throws IOException {
        proc = new ProcTree(folder.resolve("proc"));
        keeper = new ThreadPlacer(
                ThreadChoice.ofPlan("plan", PLAN).planner().orElseThrow(),
                Machines.plain(folder.resolve("machine"), 4).topology(),
                new HostProcesses(
                        List.of(
                                new ManagedProcess(ThreadOwner.APPLICATION, APPLICATION, true),
                                new ManagedProcess(ThreadOwner.HARNESS, HARNESS, false)),
                        List.of()),
                new ProcessFiles(proc.root()),
                masks,
                told::add,
                ThreadEvents.SET_AGAIN);
        run(APPLICATION, 100, "java", 'S', 0, 1);
        run(APPLICATION, 101, "pricing-io", 'S', 0, 1);
        run(APPLICATION, 102, "GC Thread#0", 'S', 0, 1);
        run(HARNESS, 200, "java", 'S', 3, 1);
        List.of(100L, 101L, 102L, 200L).forEach(tid -> masks.put(tid, "0-3"));
    }

    @AfterEach
    void finish() {
        keeper.restore();
    }

    private void run(long pid, long tid, String name, char state, int cpu, long switches) {
        proc.put(pid, tid, name, state, cpu, 1000 + tid, ALL, switches);
    }

    /** One of the application alone that leaves masks as others changed them. */
    private ThreadPlacer yielding(List<String> changes) throws IOException {
        return new ThreadPlacer(
                ThreadChoice.ofPlan("plan", PLAN).planner().orElseThrow(),
                Machines.plain(folder.resolve("machine"), 4).topology(),
                new HostProcesses(List.of(new ManagedProcess(ThreadOwner.APPLICATION, APPLICATION, true)), List.of()),
                new ProcessFiles(proc.root()),
                masks,
                told::add,
                new ThreadEvents() {
                    @Override
                    public boolean maskChanged(FoundThread thread, CpuList expected, CpuList found) {
                        changes.add(thread.tid() + " " + expected + " " + found);
                        return false;
                    }

                    @Override
                    public void ended(FoundThread thread) {
                        changes.add(thread.tid() + " ended");
                    }
                });
    }

    private ThreadReport account() {
        return keeper.restore().orElseThrow();
    }

    private static ThreadLine line(ThreadReport account, long tid) {
        return account.threads().stream()
                .filter(line -> line.tid() == tid)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void placesEveryThreadAndRestoresItsMask() {
        keeper.apply();
        assertThat(masks.of(100)).isEqualTo("2-3");
        assertThat(masks.of(101)).isEqualTo("2-3");
        assertThat(masks.of(102)).isEqualTo("1");
        assertThat(masks.of(200)).isEqualTo("0");
        ThreadReport account = account();
        assertThat(masks.masks.values()).containsOnly(ALL);
        assertThat(account.summary()).isEqualTo("managed: 4 threads in 3 sets, 0 outside");
        assertThat(account.restored().description())
                .isEqualTo("4 restored, 0 of them started under the plan, 0 had ended");
        assertThat(account.unmanaged()).isZero();
        assertThat(line(account, 102))
                .extracting(line -> line.who(), line -> line.kind(), line -> line.before(), line -> line.requested())
                .containsExactly("application-jvm", "gc", "0-3", "1");
        assertThat(keeper.restore()).isEmpty();
    }

    @Test
    void tellsTheMasksOfAProcessThatOutlivesBeforeItChangesThem() {
        keeper.apply();
        assertThat(told)
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
    void noticesANewThreadByTheLinksOfTheFolderAndItsNameAfterItsBirth() {
        keeper.apply();
        run(APPLICATION, 103, "java", 'S', 2, 1);
        masks.put(103, "1");
        keeper.scanNew();
        assertThat(masks.of(103)).isEqualTo("2-3");
        run(APPLICATION, 103, "GC Thread#1", 'S', 2, 1);
        keeper.scanNew();
        assertThat(masks.of(103)).isEqualTo("1");
    }

    @Test
    void noticesANewThreadWhereAsManyEnded() throws IOException {
        Path newest = folder.resolve("proc/loadavg");
        Files.writeString(newest, "0.20 0.18 0.12 7/271 102\n");
        keeper.apply();
        keeper.scanNew();
        proc.end(APPLICATION, 101);
        run(APPLICATION, 103, "pricing-io", 'S', 0, 1);
        masks.put(103, "1");
        Files.writeString(newest, "0.20 0.18 0.12 7/271 103\n");
        for (int glance = 0; glance < 4; glance++) {
            keeper.scanNew();
        }
        assertThat(masks.of(103)).isEqualTo("2-3");
    }

    /** Its id is that of a thread that ended: without the plan it would have the usual mask. */
    @Test
    void restoresANewThreadOfAnOldId() {
        keeper.apply();
        proc.end(APPLICATION, 101);
        keeper.poll();
        proc.put(APPLICATION, 101, "pricing-io", 'S', 2, 5000, ALL, 1);
        masks.put(101, "2-3");
        assertThat(account().restored().description())
                .isEqualTo("4 restored, 1 of them started under the plan, 1 had ended");
        assertThat(masks.of(101)).isEqualTo("0-3");
    }

    @Test
    void looksAtAllThreadsInTurn() throws IOException {
        List<String> changes = new ArrayList<>();
        ThreadPlacer yielding = yielding(changes);
        yielding.apply();
        masks.put(101, "0");
        masks.put(102, "0");
        for (int glance = 0; glance < 200; glance++) {
            yielding.scanNew();
        }
        assertThat(changes).containsExactly("101 2-3 0", "102 1 0");
    }

    @Test
    void leavesAMaskThatSomebodyElseChangedWhereThatIsWanted() throws IOException {
        List<String> changes = new ArrayList<>();
        ThreadPlacer yielding = yielding(changes);
        yielding.apply();
        masks.put(101, "0");
        yielding.poll();
        yielding.poll();
        assertThat(masks.of(101)).isEqualTo("0");
        assertThat(changes).as("said once").containsExactly("101 2-3 0");
        yielding.restore();
    }

    @Test
    void reportsThreadsThatEndedOnce() throws IOException {
        List<String> changes = new ArrayList<>();
        ThreadPlacer yielding = yielding(changes);
        yielding.apply();
        proc.end(APPLICATION, 101);
        yielding.poll();
        yielding.poll();
        assertThat(changes).containsExactly("101 ended");
        yielding.restore();
    }

    @Test
    void correctsThreadsThatAppearLaterAndOwesThemTheUsualMask() {
        keeper.apply();
        run(APPLICATION, 103, "GC Thread#1", 'S', 2, 1);
        masks.put(103, "2-3"); // inherited from a thread of the plan
        run(APPLICATION, 104, "pricing-io-2", 'S', 2, 1);
        masks.put(104, "2-3");
        keeper.poll();
        assertThat(masks.of(103)).isEqualTo("1");
        ThreadReport account = account();
        assertThat(account.totals().newcomers()).isEqualTo(2);
        assertThat(account.totals().corrected()).isEqualTo(1);
        assertThat(account.unmanaged()).isZero();
        assertThat(masks.of(103)).isEqualTo("0-3");
        assertThat(masks.of(104)).isEqualTo("0-3");
        assertThat(told.get(1).threads())
                .containsExactly(new ThreadMask(103, 1103, "0-3"), new ThreadMask(104, 1104, "0-3"));
    }

    @Test
    void restoresThreadsThatWereBornUnderThePlanAndNeverSeen() {
        keeper.apply();
        run(APPLICATION, 105, "brand-new", 'S', 2, 1);
        masks.put(105, "2-3");
        proc.end(APPLICATION, 101);
        masks.masks.remove(101L);
        ThreadReport account = account();
        assertThat(masks.of(105)).isEqualTo("0-3");
        assertThat(account.restored().newcomers()).isEqualTo(1);
        assertThat(account.restored().gone()).isEqualTo(1);
    }

    @Test
    void movesAThreadThatTakesAnotherName() {
        keeper.apply();
        run(APPLICATION, 101, "VM Thread", 'S', 2, 2);
        keeper.poll();
        assertThat(masks.of(101)).isEqualTo("1");
        assertThat(line(account(), 101).name()).isEqualTo("VM Thread");
    }

    @Test
    void countsAThreadThatRanOutsideItsSet() {
        keeper.apply();
        keeper.startMeasuring();
        run(APPLICATION, 101, "pricing-io", 'S', 0, 2);
        keeper.poll();
        keeper.stopMeasuring();
        ThreadReport account = account();
        assertThat(account.summary()).isEqualTo("managed: 4 threads in 3 sets, 1 outside");
        assertThat(account.unmanaged()).isEqualTo(1);
        assertThat(line(account, 101).cpusSeen()).isEqualTo("0");
        assertThat(account.facts("threads").get("threads.problems"))
                .isEqualTo("pricing-io (101) ran outside its set in 2 of 2 samples");
    }

    @Test
    void doesNotBlameAThreadThatSleptAllTheTimeForTheCpuOfBefore() {
        keeper.apply();
        keeper.startMeasuring();
        keeper.poll();
        run(APPLICATION, 102, "GC Thread#0", 'S', 1, 5);
        keeper.stopMeasuring();
        ThreadReport account = account();
        assertThat(account.unmanaged()).isZero();
        assertThat(line(account, 101).samples()).isZero();
        assertThat(line(account, 102).cpusSeen()).isEqualTo("1");
        assertThat(line(account, 102).voluntarySwitches()).isEqualTo(4);
    }

    @Test
    void aThreadThatWakesUpDuringTheLookIsSeenWhereItWokeUp() {
        run(APPLICATION, 101, "pricing-io", 'S', 0, 1);
        keeper.apply();
        keeper.startMeasuring();
        masks.meanwhile = tid -> {
            if (tid == 101) {
                run(APPLICATION, 101, "pricing-io", 'S', 2, 2);
            }
        };
        keeper.poll();
        keeper.stopMeasuring();
        ThreadReport account = account();
        assertThat(account.totals().outside()).isZero();
        assertThat(line(account, 101).cpusSeen()).isEqualTo("2");
    }

    @Test
    void takesARunningThreadsCpuForWhereItIs() {
        keeper.apply();
        keeper.startMeasuring();
        run(APPLICATION, 101, "pricing-io", 'R', 1, 1);
        keeper.poll();
        keeper.stopMeasuring();
        assertThat(account().totals().outside()).isEqualTo(1);
    }

    @Test
    void repairsAndCountsAMaskThatSomebodyElseChanged() {
        keeper.apply();
        masks.put(101, "0-3");
        keeper.poll();
        assertThat(masks.of(101)).isEqualTo("2-3");
        ThreadReport account = account();
        assertThat(account.unmanaged()).isEqualTo(1);
        assertThat(account.summary()).isEqualTo("managed: 4 threads in 3 sets, 0 outside, 1 changed by others");
    }

    @Test
    void countsWhatTheKernelRefuses() {
        masks.forbidden.add(101L);
        keeper.apply();
        ThreadReport account = account();
        assertThat(account.totals().refused()).isEqualTo(1);
        assertThat(account.unmanaged()).isEqualTo(1);
        assertThat(line(account, 101).problem()).isEqualTo("not placed: Operation not permitted");
    }

    @Test
    void refusesARunWhoseApplicationCannotBePlacedAtAll() {
        masks.forbidden.addAll(List.of(100L, 101L, 102L));
        assertThatRefused(ExitStatus.ENVIRONMENT, keeper::apply)
                .hasMessageContaining("plan: no thread of the application can be placed (Operation not permitted)");
    }

    @Test
    void leavesThreadsAloneThatThePlanLeavesAloneAndCallsTheSetsShared() {
        run(APPLICATION, 106, "idle", 'S', 0, 1);
        masks.put(106, "0-3");
        keeper.apply();
        assertThat(masks.of(106)).isEqualTo("0-3");
        assertThat(account().summary()).isEqualTo("managed (shared): 4 threads in 3 sets, 0 outside, 1 left alone");
    }

    @Test
    void freesAThreadThatThePlanLeavesAloneFromTheMaskItInherited() {
        keeper.apply();
        run(APPLICATION, 106, "idle", 'S', 2, 1);
        masks.put(106, "2-3");
        run(APPLICATION, 101, "idle", 'S', 2, 2);
        keeper.poll();
        assertThat(masks.of(106)).isEqualTo("0-3");
        assertThat(masks.of(101)).isEqualTo("0-3");
        assertThat(account().totals().leftAlone()).isEqualTo(2);
    }

    @Test
    void takesAThreadOfTheSameIdForAnotherOne() {
        keeper.apply();
        proc.put(APPLICATION, 101, "pricing-io", 'S', 2, 9999, ALL, 1);
        masks.put(101, "2-3");
        keeper.poll();
        ThreadReport account = account();
        assertThat(account.totals().ended()).isEqualTo(1);
        assertThat(account.totals().newcomers()).isEqualTo(1);
        assertThat(account.threads()).hasSize(5);
    }
}
