package org.ticktoquote.host.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementSearchTest {
    /** Best known values of QAPLIB; those up to 30 are proved. */
    private static final String OPTIMA =
            "nug12 578, nug20 2570, nug25 3744, nug30 6124, kra30a 88900, ste36a 9526, tai30a 1818146,"
                    + " esc64a 116, tai64c 1855928, sko42 15812, sko49 23386, wil50 48816, sko64 48498, tai35a 2422002";

    private static PlacementProblem random(int threads, int cpus, SplittableRandom random) {
        PlacementProblem problem = PlacementProblem.withQueueing(threads, cpus);
        for (int i = 0; i < threads; i++) {
            problem.demand(i, random.nextDouble(), 100 + random.nextInt(1000), random.nextDouble() * cpus / threads);
            problem.addFixed(i, random.nextInt(cpus), random.nextDouble() * 10);
            problem.addWeight(i, random.nextInt(threads), random.nextDouble() * 1000);
        }
        for (int cpu = 0; cpu < cpus; cpu++) {
            problem.core(cpu, cpu / 2);
            for (int other = 0; other <= cpu; other++) {
                problem.distance(cpu, other, cpu == other ? 1 : 1 + random.nextDouble());
            }
        }
        return problem.complete();
    }

    @Test
    void deltasAddUpToTheFullCost() {
        SplittableRandom random = new SplittableRandom(1);
        PlacementProblem problem = random(30, 8, random);
        SearchState state = new SearchState(problem, new int[30]);
        double cost = state.cost();
        for (int i = 0; i < 2000; i++) {
            int one = random.nextInt(30);
            int other = random.nextInt(30);
            int cpu = random.nextInt(8);
            if (i % 2 == 0 && state.placement[one] != state.placement[other]) {
                cost += state.swapDelta(one, other);
                state.swap(one, other);
            } else if (i % 2 == 1 && state.placement[one] != cpu) {
                cost += state.shiftDelta(one, cpu);
                state.shift(one, cpu);
            }
            assertThat(problem.cost(state.placement)).isCloseTo(cost, within(1e-9 * Math.abs(cost)));
        }
        assertThat(state.fullCost()).isCloseTo(cost, within(1e-6 * Math.abs(cost)));
    }

    @Test
    void costMatchesItsDefinition() {
        PlacementProblem problem = PlacementProblem.withQueueing(3, 2);
        problem.addWeight(0, 1, 1000);
        problem.distance(0, 0, 1);
        problem.distance(1, 1, 1);
        problem.distance(0, 1, 3);
        problem.demand(0, 1, 100, 0.2);
        problem.demand(1, 1, 50, 0.3);
        problem.demand(2, 0.5, 10, 0.1);
        problem.addFixed(2, 1, 7);
        problem.core(1, 0);

        double moment = 2 * (0.2 * 0.2 / 100 + 0.3 * 0.3 / 50);
        double first = 1e6 * 150 * moment / 2 / (1 - 0.5);
        double second = 1e6 * 0.5 * 10 * 2 * 0.1 * 0.1 / 10 / 2 / (1 - 0.1);
        double interference = 0.4e6 * (0.5 * 0.1 + 0.05 * 0.5);
        assertThat(problem.cost(new int[] {0, 0, 1})).isCloseTo(1000 + 7 + first + second + interference, within(1e-6));
    }

    @Test
    void sameSeedGivesSamePlacement() {
        PlacementProblem problem = random(60, 16, new SplittableRandom(3));
        PlacementSearch search = new PlacementSearch(42, 100_000);

        assertThat(search.search(problem)).isEqualTo(search.search(problem));
    }

    @Test
    void findsTheOptimumOfSmallAssignments() {
        for (int instance = 0; instance < 60; instance++) {
            SplittableRandom random = new SplittableRandom(instance);
            double[][] flows = symmetric(8, random);
            double[][] distances = symmetric(8, random);
            double best = bruteForce(flows, distances, new int[8], 0, 0, 0);

            assertThat(found(instance, 20_000, QuadraticAssignment.of(flows, distances)))
                    .as("instance %d", instance)
                    .isEqualTo(best);
        }
    }

    private static double[][] symmetric(int size, SplittableRandom random) {
        double[][] matrix = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                matrix[i][j] = matrix[j][i] = random.nextInt(20);
            }
        }
        return matrix;
    }

    private static double found(long seed, long moves, PlacementProblem problem) {
        return problem.cost(new PlacementSearch(seed, moves).search(problem));
    }

    private static List<Integer> shuffled(int size, long seed) {
        List<Integer> numbers = new ArrayList<>(IntStream.range(0, size).boxed().toList());
        Collections.shuffle(numbers, new Random(seed));
        return numbers;
    }

    private static double bruteForce(
            double[][] flows, double[][] distances, int[] placement, int thread, int used, double cost) {
        if (thread == placement.length) {
            return cost;
        }
        double best = Double.MAX_VALUE;
        for (int cpu = 0; cpu < placement.length; cpu++) {
            if ((used >> cpu & 1) == 0) {
                double longer = cost;
                for (int other = 0; other < thread; other++) {
                    longer += 2 * flows[thread][other] * distances[cpu][placement[other]];
                }
                placement[thread] = cpu;
                best = Math.min(best, bruteForce(flows, distances, placement, thread + 1, used | 1 << cpu, longer));
            }
        }
        return best;
    }

    @Test
    void findsTheOptimumOfSmallQueues() {
        for (int instance = 0; instance < 40; instance++) {
            PlacementProblem problem = random(6, 4, new SplittableRandom(instance));
            double best = Double.MAX_VALUE;
            for (int code = 0; code < 1 << 12; code++) {
                int bits = code;
                best = Math.min(
                        best,
                        problem.cost(IntStream.range(0, 6)
                                .map(i -> bits >> 2 * i & 3)
                                .toArray()));
            }

            assertThat(found(instance, 20_000, problem))
                    .as("instance %d", instance)
                    .isCloseTo(best, within(1e-9 * best));
        }
    }

    @Test
    void findsPlantedCliques() {
        int cpus = 64;
        PlacementProblem problem = PlacementProblem.withQueueing(3 * cpus, cpus);
        int[] planted = new int[3 * cpus];
        List<Integer> shuffled = shuffled(3 * cpus, 5);
        for (int k = 0; k < 3 * cpus; k++) {
            planted[shuffled.get(k)] = k / 3;
            problem.demand(k, 1, 1000, 0.2);
            for (int other = k / 3 * 3; other < k; other++) {
                problem.addWeight(shuffled.get(k), shuffled.get(other), 1000);
            }
        }
        for (int cpu = 0; cpu < cpus; cpu++) {
            for (int other = 0; other < cpu; other++) {
                problem.distance(cpu, other, cpu / 16 == other / 16 ? 2 : 3);
            }
        }

        assertThat(found(1, 2_000_000, problem))
                .as("no distances, equal loads")
                .isCloseTo(problem.cost(planted), within(1e-6 * problem.cost(planted)));
    }

    @Test
    void findsAGridInAGrid() {
        double[][] distances = QuadraticAssignment.grid(5, 6);
        double[][] flows = new double[30][30];
        for (int i = 0; i < 30; i++) {
            for (int j = 0; j < 30; j++) {
                flows[i * 7 % 30][j * 7 % 30] = distances[i][j] == 1 ? 1 : 0;
            }
        }

        assertThat(found(3, 1_000_000, QuadraticAssignment.of(flows, distances)))
                .as("every one of the 49 lines has length 1")
                .isEqualTo(98);
    }

    /**
     * Grids like those of Nugent, Vollmann and Ruml. No assignment costs less than the largest flows times the
     * shortest distances (Hardy, Littlewood, Polya, Inequalities, 1934), and one with flows that fall with the distance does.
     */
    @ParameterizedTest
    @CsvSource({"3, 4", "4, 5", "5, 5", "5, 6"})
    @EnabledIfSystemProperty(named = "t2q.proof", matches = "long|full")
    void findsPlantedOptimaOfGrids(int rows, int columns) {
        int size = rows * columns;
        double[][] distances = QuadraticAssignment.grid(rows, columns);
        int hits = 0;
        double gap = 0;
        for (int seed = 1; seed <= 10; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Integer> places = shuffled(size, seed);
            double[][] flows = new double[size][size];
            double optimum = 0;
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < i; j++) {
                    double distance = distances[places.get(i)][places.get(j)];
                    flows[i][j] = flows[j][i] = 4 * (rows + columns - distance) + random.nextInt(4);
                    optimum += 2 * flows[i][j] * distance;
                }
            }
            double cost = found(seed, 2_000_000, QuadraticAssignment.of(flows, distances));
            hits += cost == optimum ? 1 : 0;
            gap += (cost / optimum - 1) / 10;
        }
        System.out.printf(Locale.ROOT, "%d x %d: %d of 10 optima, mean gap %.4f%n", rows, columns, hits, gap);
        assertThat(hits).as("optima").isEqualTo(10);
    }

    /** Set {@code t2q.qaplib} to the directory of the instances' .dat files. */
    @Test
    @EnabledIfSystemProperty(named = "t2q.proof", matches = "long|full")
    @EnabledIfSystemProperty(named = "t2q.qaplib", matches = ".+")
    void findsPublishedOptima() throws IOException {
        for (String instance : OPTIMA.split(", ")) {
            String name = instance.split(" ")[0];
            double optimum = Double.parseDouble(instance.split(" ")[1]);
            Path file = Path.of(System.getProperty("t2q.qaplib"), name + ".dat");
            int hits = 0;
            double gap = 0;
            for (int seed = 1; Files.exists(file) && seed <= 10; seed++) {
                double cost = found(1000L * seed, 30_000_000, QuadraticAssignment.read(file));
                gap += cost / optimum - 1;
                hits += cost == optimum ? 1 : 0;
            }
            if (name.startsWith("nug") && Files.exists(file)) {
                assertThat(hits).as(name).isEqualTo(10);
            }
            System.out.printf(Locale.ROOT, "%s: %d of 10 optima, mean gap %.4f%n", name, hits, gap / 10);
            assertThat(gap / 10).as("mean gap of %s, %d hits", name, hits).isLessThan(0.006);
        }
    }
}
