package org.ticktoquote.harness.gate;

import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.core.command.AllowedWords;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.yaml.Names;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.TestCase;
import org.ticktoquote.harness.run.SessionTemplate;
import org.ticktoquote.harness.settings.RunOptions;

/** Creates the two sides of a gate as a matrix of two cases, whose runs alternate. */
public final class GateSides {
    private static final String NAME = "gate";
    private static final String BASELINE = "baseline";
    private static final String CANDIDATE = "candidate";
    private static final String BUILT_IN = "builtin";
    private static final int RETRIES = 2;

    private GateSides() {}

    /**
     * Creates the sides from two applications with otherwise equal options.
     *
     * @param baseline command as for {@code --app}, or {@code builtin} with options as for {@code --app-args}
     * @param candidate command in the same form
     * @param said options of all runs, by name without dashes
     * @param threads placement of threads, as for {@code --threads}
     * @param runs maximum number of runs per side
     * @param seed seed of the order of the runs
     */
    public static Matrix ofApplications(
            String baseline, String candidate, Map<String, String> said, String threads, int runs, long seed) {
        return Matrix.ofCases(
                NAME,
                runs,
                seed,
                RETRIES,
                Annualisation.ofOneRegime(AnnualBase.FX_WEEK, "", null),
                List.of(),
                List.of(one(BASELINE, baseline, said, threads), one(CANDIDATE, candidate, said, threads)));
    }

    private static TestCase one(String name, String application, Map<String, String> said, String threads) {
        Map<String, String> options = new LinkedHashMap<>(said);
        String text = application.strip();
        if (text.equals(BUILT_IN) || text.startsWith(BUILT_IN + " ")) {
            String own = text.substring(BUILT_IN.length()).strip();
            if (!own.isEmpty()) {
                options.put("app-args", own);
            }
        } else if (text.isEmpty()) {
            throw Problem.of("--" + name)
                    .value(application)
                    .expected("a command, or builtin with its options")
                    .exception();
        } else {
            options.put("app", text);
        }
        return TestCase.ofOptions(name, Map.of(), threads, RunOptions.of(options), List.of());
    }

    /** Creates the sides from two cases of a matrix, by name. */
    public static Matrix ofCases(Matrix matrix, String baseline, String candidate, int runs, long seed) {
        if (baseline.equals(candidate)) {
            throw Problem.of("--candidate")
                    .value(candidate)
                    .expected("a different case than --baseline")
                    .exception();
        }
        return Matrix.ofCases(
                NAME,
                runs,
                seed,
                matrix.retries(),
                Annualisation.ofOneRegime(
                        matrix.annualise().base(),
                        matrix.annualise().regime(),
                        matrix.annualise().hoursPerYear()),
                matrix.jvms(),
                List.of(named(matrix, "--baseline", baseline), named(matrix, "--candidate", candidate)));
    }

    /** Adds the service levels of a policy to both sides. */
    public static Matrix held(Matrix sides, List<String> serviceLevels) {
        return sides.with(sides.cases().stream()
                .map(side -> side.withServiceLevels(serviceLevels))
                .toList());
    }

    /** Returns whether both sides can run at once. */
    public static boolean allowDuet(Matrix sides) {
        try {
            requireDuet(sides);
            return true;
        } catch (ProblemException onlySolo) {
            return false;
        }
    }

    /** Refuses options that two simultaneous runs cannot share. Contacts no host. */
    public static void requireDuet(Matrix sides) {
        for (TestCase side : sides.cases()) {
            Map<String, String> said = side.run().givenOptions();
            onlySolo(said.containsKey("hosts"), "--hosts", "both releases on this host");
            onlySolo(said.containsKey("attach"), "--attach", "applications started by t2q");
            onlySolo(side.placement().managed(), "--threads", "unmanaged, and --core-sets for the applications");
            onlySolo(fixedPort(said.getOrDefault("feed", "")), "--feed", "port 0 (each release gets a free port)");
            boolean fixPort = !said.getOrDefault("fix-port", "0").equals("0");
            onlySolo(fixPort, "--fix-port", "0 (each release gets a free port)");
            onlySolo(
                    fixedVenue(said.getOrDefault("venues", "")),
                    "--venues",
                    "port 0 of every venue (each release gets free ports)");
            String template = said.getOrDefault("session-template", "");
            onlySolo(
                    !template.isEmpty() && !SessionTemplate.isShareable(Path.of(template)),
                    "--session-template",
                    "none with 'connect', 'numbers', or a port other than 0 in 'accept'");
        }
    }

    private static boolean fixedVenue(String file) {
        try {
            return !file.isEmpty()
                    && Names.sections(
                                    YamlFile.read(Path.of(file), new Problems()).section("venues"))
                            .values()
                            .stream()
                            .map(venue -> venue.text("port"))
                            .anyMatch(port -> port != null && !port.equals("0"));
        } catch (ProblemException none) { // reported when the option is read
            return false;
        }
    }

    private static boolean fixedPort(String feed) {
        try {
            return !feed.isEmpty() && URI.create(feed).getPort() != 0;
        } catch (IllegalArgumentException none) { // reported when the option is read
            return false;
        }
    }

    private static void onlySolo(boolean said, String option, String expected) {
        if (said) {
            throw Problem.of(option)
                    .fault("is not possible in a duet")
                    .expected(expected)
                    .exception();
        }
    }

    private static TestCase named(Matrix matrix, String option, String name) {
        List<String> names = matrix.cases().stream().map(TestCase::name).toList();
        return matrix.cases().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Problem.of(option)
                        .value(name)
                        .fault("is not a case of " + matrix.name())
                        .expected(AllowedWords.oneOf(names, "cases", "t2q matrix show"))
                        .exception());
    }
}
