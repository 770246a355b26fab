package org.ticktoquote.harness.run;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.net.FeedVenue;
import org.ticktoquote.harness.hosts.RunHost;
import org.ticktoquote.harness.run.ApplicationUnderTest.Own;
import org.ticktoquote.host.process.CommandText;

/**
 * Replaces placeholders in {@code --app}, which are names in braces, by values of a run. Leaves JVM flags in place, because
 * they become any number of arguments.
 */
final class Placeholders {
    private static final Pattern OF_VENUE = Pattern.compile("\\{venue\\.([A-Za-z0-9._-]+)\\.(host|port)}");
    /** Placeholder in a command that is only checked. */
    private static final FeedVenue SOME_VENUE =
            new FeedVenue("NAME", "", "", Commands.LOOPBACK, 1, false, 0, List.of());

    private final RunPlan plan;
    private final RunHost host;
    private final Own application;

    /** @param host host of the application */
    Placeholders(RunPlan plan, RunHost host, Own application) {
        this.plan = plan;
        this.host = host;
        this.application = application;
    }

    /**
     * Returns the command with the values of a run.
     *
     * @param venues FIX venues of the feed
     * @param fixEndpoint address at which the application or its clients listen
     */
    List<String> filled(String feed, List<FeedVenue> venues, Endpoint fixEndpoint) {
        refuseOther();
        return filled(application.arguments(), values(feed, venues, fixEndpoint));
    }

    /** Returns the command with provisional values. The names of venues are {@linkplain #requireVenues checked} later. */
    List<String> judged(Endpoint fixEndpoint) {
        refuseOther();
        List<String> venuesApart = application.arguments().stream()
                .map(argument -> OF_VENUE.matcher(argument).replaceAll(SOME_VENUE.name()))
                .toList();
        return filled(venuesApart, values(Commands.SOME_FEED, List.of(SOME_VENUE), fixEndpoint));
    }

    private static List<String> filled(List<String> arguments, Map<String, String> values) {
        return ProblemException.under("--app", () -> CommandText.fill(arguments, values));
    }

    /** Refuses names of FIX venues that the feed does not have. */
    void requireVenues(List<String> names) {
        Problems wrong = new Problems();
        application.arguments().stream()
                .flatMap(argument -> OF_VENUE.matcher(argument).results())
                .filter(named -> !names.contains(named.group(1)))
                .forEach(named -> wrong.add(unknown(named, names)));
        wrong.refuseIfAny();
    }

    private static Problem unknown(MatchResult named, List<String> names) {
        String form = "{venue.%s." + named.group(2) + "}";
        List<String> expected = names.stream().map(form::formatted).toList();
        return Problem.of("--app")
                .value(named.group())
                .fault("is not a venue of the feed")
                .expected(expected.isEmpty() ? "--feed fix://HOST:PORT or --venues" : String.join(" or ", expected));
    }

    private Map<String, String> values(String feed, List<FeedVenue> venues, Endpoint fixEndpoint) {
        Map<String, String> values = new HashMap<>();
        for (FeedVenue venue : venues) {
            values.put("venue." + venue.name() + ".host", venue.host());
            values.put("venue." + venue.name() + ".port", Integer.toString(venue.port()));
        }
        values.put("java", host.operations().java(application.java()).toString());
        values.put("jvmArgs", Own.JVM_ARGUMENTS);
        values.put("feed", feed);
        URI uri = URI.create(feed);
        if (uri.getHost() != null) {
            values.put("feedHost", uri.getHost().replaceAll("[\\[\\]]", "")); // without the brackets of an IPv6 address
            values.put("feedPort", Integer.toString(uri.getPort()));
        }
        String met = plan.sessions().accepting() ? "accept" : "fix";
        values.put(met + "Host", fixEndpoint.host());
        values.put(met + "Port", Integer.toString(fixEndpoint.port()));
        values.put("sessions", Integer.toString(plan.sessions().count()));
        values.put("run", host.directory().toAbsolutePath().toString());
        return values;
    }

    /** Refuses the placeholders of a listening application for one that connects, and vice versa. */
    private void refuseOther() {
        boolean accepting = plan.sessions().accepting();
        String other = accepting ? "fix" : "accept";
        List<String> arguments = application.arguments();
        for (String placeholder : List.of("{" + other + "Host}", "{" + other + "Port}")) {
            if (arguments.stream().anyMatch(argument -> argument.contains(placeholder))) {
                throw Problem.of("--app")
                        .value(placeholder)
                        .expected(
                                accepting
                                        ? "{acceptHost} and {acceptPort} (the session template has 'accept')"
                                        : "{fixHost} and {fixPort} (the session template has no 'accept')")
                        .exception();
            }
        }
    }
}
