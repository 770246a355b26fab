package org.ticktoquote.host.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.graph.ThreadGraph.AdapterNode;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.graph.ThreadNode.ThreadRole;
import org.ticktoquote.host.graph.Threads;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.placement.ThreadPlanner;
import org.ticktoquote.host.plan.ThreadPlan.PlannedThread;
import org.ticktoquote.host.process.CommandText;
import org.ticktoquote.host.search.PlacementSearch;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.topology.CpuTopology;
import org.ticktoquote.host.topology.HandOffCosts;

class PlanMakerTest {
    /** The kernel can cut a name within a character. */
    private static final String CUT = "\u00e9\ufffd";

    private static final PlacementSearch LITTLE = new PlacementSearch(1, 60_000);

    private final List<ThreadNode> threads = new ArrayList<>();
    private final List<WakeEdge> edges = new ArrayList<>();

    private void add(String name, ThreadRole role, double load, double slices, boolean spins) {
        threads.add(Threads.modelled(threads.size(), name, role, load, slices, spins));
    }

    /** Two independent chains of three threads, a collector and a compiler. */
    private void twoChains() {
        for (int i = 0; i < 6; i++) {
            add("chain-" + i % 2 + "-" + i / 2, ThreadRole.COMPONENT, 0.05, 2000, false);
            if (i > 1) {
                edges.add(new WakeEdge(i - 2, i, 1900));
            }
        }
        add("GC Thread#0", ThreadRole.COLLECTOR, 0.3, 60, false);
        add("C2 CompilerThre", ThreadRole.COMPILER, 0.3, 60, false);
    }

    private ThreadPlan plan(String machine) {
        return plan(CpuTopology.of(machine, new LiveHost()), List.of(0, 1), List.of(4, 5));
    }

    /** Makes a plan for a machine with a network adapter that these threads use. */
    private ThreadPlan plan(CpuTopology machine, List<Integer> receivers, List<Integer> senders) {
        AdapterNode adapter = new AdapterNode("eth0", 0, CpuList.none(), receivers, senders);
        ThreadGraph graph = new ThreadGraph(List.of(), CpuList.none(), threads, edges, List.of(adapter));
        return new PlanMaker(new PlanModel(graph, machine, HandOffCosts.TYPICAL), LITTLE).make(stage -> {});
    }

    private static CpuTopology twoCpus() {
        return CpuTopology.of("1x2x1", new LiveHost());
    }

    /** Eight CPUs of which the kernel isolates six. */
    private static CpuTopology isolated() {
        CpuTopology plain = CpuTopology.of("1x8x1", new LiveHost());
        return new CpuTopology(plain.positions(), CpuList.parse("2-7"), plain.memory());
    }

    private static Map<String, CpuList> placed(ThreadPlan plan) {
        ThreadPlanner planner =
                ThreadChoice.ofPlan("plan.yaml", plan.yaml()).planner().orElseThrow();
        List<FoundThread> found = plan.model().graph().threads().stream()
                .map(thread -> PlanRules.found(thread).orElseThrow())
                .toList();
        return planner.place(plan.model().machine().machine(), found).stream()
                .collect(Collectors.toMap(each -> each.thread().name(), each -> each.cpus()));
    }

    @Test
    void separatesHousekeepingFromThePath() {
        twoChains();

        ThreadPlan plan = plan("1x2x1");

        assertThat(plan.problem()).isEmpty();
        assertThat(plan.plan().p99()).isLessThan(plan.none().p99());
        assertThat(placed(plan).get("chain-0-1")).isEqualTo(CpuList.of(1));
        assertThat(placed(plan).get("GC Thread#0")).isEqualTo(CpuList.of(0));
        assertThat(plan.yaml())
                .startsWith("# t2q threads plan: graph " + plan.model().graph().hash() + ", topology ")
                .contains("default: housekeeping\n")
                .contains("      - \"chain-0-1\"  # on the path, 1900 wake-ups a second with chain-0-0 on the same"
                        + " CPUs\n");

        assertThat(plan("2x2x2").yaml()).isEqualTo(plan("2x2x2").yaml());
    }

    @Test
    void honoursPinsAndGivesSpinnersTheirOwnCpu() {
        twoChains();
        threads.set(2, threads.get(2).pinnedTo(CpuList.parse("5-6")));
        add("poller", ThreadRole.COMPONENT, 1, 10, true);

        Map<String, CpuList> placed = placed(plan("1x8x1"));

        assertThat(placed.get("chain-0-1")).isEqualTo(CpuList.parse("5-6"));
        CpuList own = placed.remove("poller");
        assertThat(own.count()).isOne();
        assertThat(placed.values()).noneMatch(set -> set.isEmpty() || set.intersects(own));
    }

    @Test
    void refusesTooMuchLoad() {
        for (int i = 0; i < 5; i++) {
            add("worker-" + i, ThreadRole.COMPONENT, 0.4, 1000, false);
        }
        edges.add(new WakeEdge(0, 4, 10));
        assertThatThrownBy(() -> plan(twoCpus(), List.of(0), List.of(4)))
                .hasMessageContaining("load them with 2.00 at peak, expected at most 0.8 a CPU at peak in every set");
    }

    @Test
    void refusesMoreSpinnersThanCpus() {
        for (int i = 0; i < 3; i++) {
            add("poller-" + i, ThreadRole.COMPONENT, 1, 10, true);
        }
        assertThatThrownBy(() -> plan(twoCpus(), List.of(0), List.of(1)))
                .hasMessageContaining("load them with 3.00 at peak, expected at most 0.8");
    }

    @Test
    void refusesPlanOfIdleThreads() {
        add("feed", ThreadRole.COMPONENT, 0, 0, false);
        add("sender", ThreadRole.COMPONENT, 0, 0, false);

        assertThat(plan(twoCpus(), List.of(0), List.of(1)).problem())
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("no packet is predicted"));
    }

    @Test
    void refusesPinToSeveralIsolatedCpus() {
        twoChains();
        threads.set(2, threads.get(2).pinnedTo(CpuList.parse("4-5")));
        assertThatThrownBy(() -> plan(isolated(), List.of(0, 1), List.of(4, 5)))
                .hasMessage(
                        "a pin has several isolated CPUs, and the kernel does not balance threads between them, expected one"
                                + " isolated CPU a pin");
    }

    @Test
    void usesIsolatedCpusOneAtATime() {
        twoChains();
        ThreadPlan plan = plan(isolated(), List.of(0, 1), List.of(4, 5));
        assertThat(plan.threads())
                .allMatch(each -> each.cpus().intersection(CpuList.parse("2-7")).count() <= 1);
        assertThat(placed(plan).get("GC Thread#0")).isEqualTo(CpuList.parse("0-1"));
    }

    @Test
    void quotesNamesWithSpecialMeaning() throws IOException, InterruptedException {
        List<String> names = List.of(
                "*",
                "",
                "a\"b\\c",
                "gc",
                "/x.*/",
                "#1: {",
                "tab\there",
                "o'clock;$(id)",
                "unmanaged",
                "x*y?z",
                "a\nb",
                CUT);
        List<PlannedThread> planned = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            add(names.get(i), ThreadRole.COMPONENT, 0.01, 10, false);
            planned.add(new PlannedThread(threads.get(i), CpuList.of(i), "cpu", "because", false));
        }
        String yaml = PlanRules.yaml(planned, CpuList.none());
        ThreadPlanner planner = ThreadChoice.ofPlan("odd", yaml).planner().orElseThrow();
        for (int i = 0; i < names.size(); i++) {
            FoundThread thread = PlanRules.found(threads.get(i)).orElseThrow();
            CpuTopology machine = CpuTopology.of("1x12x1", new LiveHost());
            assertThat(planner.place(machine.machine(), List.of(thread)).get(0).cpus())
                    .as(names.get(i))
                    .isEqualTo(CpuList.of(i));
        }
        for (String name : names.subList(0, names.size() - 1)) {
            assertThat(echo(CommandText.quoted(name))).isEqualTo(name);
        }
    }

    private static String echo(String word) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", "printf %s " + word).start();
        String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).isZero();
        return output;
    }

    @Test
    void threadsWithSameNameShareASet() {
        add("pool", ThreadRole.COMPONENT, 0.01, 10, false);
        add("pool", ThreadRole.COMPONENT, 0.01, 10, false);
        String yaml = PlanRules.yaml(
                List.of(
                        new PlannedThread(threads.get(0), CpuList.of(1), "cpu", "one", false),
                        new PlannedThread(threads.get(1), CpuList.of(4), "cpu", "other", false)),
                CpuList.none());

        assertThat(yaml).isEqualTo("""
            rules:
              - who: application
                cpus: 1,4
                threads:
                  - "pool"  # one
            default: unmanaged
            """);
    }

    @Test
    void explainsPlacementInOneSentence() {
        twoChains();
        threads.add(Threads.modelled(20, "rare", "", 0.01, 10));
        edges.add(new WakeEdge(20, 0, 0.3));
        ThreadPlan plan = plan("1x2x1");
        ThreadChoice choice = ThreadChoice.ofPlan("plan", plan.yaml());

        assertThat(plan.explain("chain-0-1"))
                .isEqualTo("chain-0-1 gets CPUs 1 (node): on the path, 1900 wake-ups a second with chain-0-0"
                        + " on the same CPUs.");
        assertThat(PlanRules.explain(choice, plan.model().machine().machine(), "chain-0-1"))
                .isEqualTo(
                        "chain-0-1 gets CPUs 1: on the path, 1900 wake-ups a second with chain-0-0 on the same CPUs.");
        ThreadChoice cut = ThreadChoice.ofPlan("plan", """
            rules:
              - who: application
                cpus: 1
                threads:
                  - "aaaaaaaaaaaaaa?"  # cut in the tick
            default: 0
            """);
        assertThat(PlanRules.explain(cut, plan.model().machine().machine(), "aaaaaaaaaaaaaa✓ and more"))
                .isEqualTo("aaaaaaaaaaaaaa✓ and more gets CPUs 1: cut in the tick.");
        assertThat(PlanRules.explain(choice, plan.model().machine().machine(), "VM Thread"))
                .isEqualTo("VM Thread gets CPUs 0: no rule matches, so the default applies.");
        assertThat(plan.explain("rare")).contains(": less than 1 wake-ups a second with chain-0-0 on ");
        assertThatThrownBy(() -> plan.explain("nobody"))
                .hasMessage("'nobody', expected the name of one of the threads of the graph");
    }

    @Test
    void pageShowsEveryThread() {
        threads.add(Threads.modelled(0, "<b>&", "", 0.05, 2000));
        edges.clear();
        ThreadGraph graph = new ThreadGraph(List.of(), CpuList.none(), threads, edges, List.of());
        PlanModel model = new PlanModel(graph, CpuTopology.of("2x2x1", new LiveHost()), HandOffCosts.TYPICAL);

        String page =
                ThreadPlan.page(new PlanMaker(model, LITTLE).make(stage -> {})).html();

        assertThat(page).contains("&lt;b&gt;&amp;").doesNotContain("<b>&").contains("CPUs 2-3", "no plan", "auto");
    }
}
