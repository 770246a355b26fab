package org.ticktoquote.core.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.OptionProblems;
import org.ticktoquote.core.command.ProblemException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Converts between members of a plan and command-line arguments: {@code "ioThreads": 4} is {@code --io-threads 4}. */
public final class OptionArguments {
    private static final String NANOSECONDS = "Ns";

    private OptionArguments() {}

    /** Returns the arguments for the members of a plan or of a part of it. */
    public static List<String> of(Object plan) {
        return of(JsonLine.JSON.<JsonNode>valueToTree(plan));
    }

    /**
     * Returns the arguments for all members in order. Omits null and {@code false}, repeats the option for each element of
     * an array, and flattens objects.
     */
    static List<String> of(JsonNode members) {
        List<String> words = new ArrayList<>();
        members.properties().forEach(member -> add(words, member.getKey(), member.getValue()));
        return words;
    }

    private static void add(List<String> words, String member, JsonNode value) {
        if (value.isObject()) {
            words.addAll(of(value));
        } else if (value.isArray()) {
            value.forEach(each -> add(words, member, each));
        } else if (value.isBoolean() && value.asBoolean()) {
            words.add(option(member));
        } else if (!value.isBoolean() && !value.isNull()) {
            words.add(option(member));
            words.add(value.asText() + (member.endsWith(NANOSECONDS) ? "ns" : ""));
        }
    }

    public static String option(String member) {
        String name =
                member.endsWith(NANOSECONDS) ? member.substring(0, member.length() - NANOSECONDS.length()) : member;
        return "--" + name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** Returns the options of both objects. Options of {@code other} take precedence. */
    static <T> T merged(T options, T other, Class<T> type) {
        ObjectNode members = JsonLine.JSON.valueToTree(options);
        members.setAll(JsonLine.JSON.<ObjectNode>valueToTree(other));
        return JsonLine.JSON.convertValue(members, type);
    }

    /**
     * Parses command-line arguments into an object with declared options.
     *
     * @return the object
     * @throws ProblemException for undeclared options, and for values that are malformed or out of bounds
     */
    public static <T> T parse(T options, List<String> words) {
        try {
            new CommandLine(options).setExpandAtFiles(false).parseArgs(words.toArray(String[]::new));
        } catch (ParameterException e) {
            throw new ProblemException(ExitStatus.USAGE, OptionProblems.of(e), e);
        }
        OptionProblems.requireBounds(options);
        return options;
    }
}
