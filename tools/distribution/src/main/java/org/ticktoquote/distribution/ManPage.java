package org.ticktoquote.distribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IllegalFormatException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.ticktoquote.core.program.HelpGroups;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Manual page of a command in roff's man macros, generated from picocli's model with the contents of {@code --help}.
 *
 * <p>Replaces picocli's own generator, which writes AsciiDoc and loses the line breaks of examples. Rendering AsciiDoc
 * (Asciidoctor in JRuby, 28 MB) would take longer than building the rest of the release.
 */
final class ManPage {
    private static final String EXAMPLES = "Examples:";

    private final CommandLine command;
    private final String version;
    private final String date;
    private final Help help;
    private final UsageMessageSpec usage;
    private final Roff roff = new Roff();

    ManPage(CommandLine command, String version, String date) {
        this.command = command;
        this.version = version;
        this.date = date;
        this.help = command.getHelp();
        this.usage = command.getCommandSpec().usageMessage();
    }

    private static String name(CommandSpec command) {
        return command.qualifiedName("-");
    }

    String fileName() {
        return name(command.getCommandSpec()) + ".1";
    }

    String text() {
        String name = name(command.getCommandSpec());
        roff.title(name, date, "t2q " + version);
        roff.section("name");
        roff.line(name + " - " + String.join(" ", lines(usage.description())));
        roff.section("synopsis");
        roff.verbatim(help.synopsis(0).lines().toList());
        roff.section("description");
        lines(usage.description()).forEach(roff::line);
        arguments();
        Map<String, List<OptionSpec>> groups = HelpGroups.of(command.getCommandSpec());
        groups.forEach((heading, options) -> options(groups.size() == 1 ? "options" : heading + " options", options));
        subcommands();
        exitStatuses();
        footer();
        seeAlso();
        return roff.text();
    }

    private void arguments() {
        List<PositionalParamSpec> shown = command.getCommandSpec().positionalParameters().stream()
                .filter(each -> !each.hidden())
                .toList();
        if (!shown.isEmpty()) {
            roff.section("arguments");
            shown.forEach(each -> roff.entry(List.of(), label(each), String.join(" ", lines(each.description()))));
        }
    }

    private void options(String heading, List<OptionSpec> options) {
        roff.section(heading);
        options.forEach(each ->
                roff.entry(Arrays.asList(each.names()), label(each), String.join(" ", lines(each.description()))));
    }

    private String label(ArgSpec argument) {
        return help.parameterLabelRenderer()
                .renderParameterLabel(argument, Help.Ansi.OFF, List.of())
                .toString();
    }

    private void subcommands() {
        List<CommandLine> shown = command.getSubcommands().values().stream()
                .filter(each -> !each.getCommandSpec().usageMessage().hidden())
                .toList();
        if (!shown.isEmpty()) {
            roff.section("commands");
            shown.forEach(each -> roff.entry(
                    List.of(name(each.getCommandSpec()) + "(1)"),
                    "",
                    String.join(" ", lines(each.getCommandSpec().usageMessage().description()))));
        }
    }

    private void exitStatuses() {
        Map<String, String> statuses = usage.exitCodeList();
        if (!statuses.isEmpty()) {
            roff.section("exit status");
            statuses.forEach((status, meaning) -> roff.entry(List.of(status), "", meaning));
        }
    }

    /** Writes examples as a section of their own, and the rest of the footer verbatim. */
    private void footer() {
        List<String> notes = new ArrayList<>(lines(usage.footer()));
        int examples = notes.indexOf(EXAMPLES);
        if (examples >= 0) {
            List<String> from = notes.subList(examples, notes.size());
            roff.section("examples");
            roff.verbatim(List.copyOf(from.subList(1, from.size())));
            from.clear();
        }
        if (notes.stream().anyMatch(line -> !line.isBlank())) {
            roff.section("notes");
            roff.verbatim(notes);
        }
    }

    private void seeAlso() {
        CommandLine parent = command.getParent();
        if (parent != null) {
            roff.section("see also");
            roff.line(name(parent.getCommandSpec()) + "(1)");
        }
    }

    /** Formats texts as picocli does, unless they are not format strings. */
    private static List<String> lines(String[] texts) {
        return Arrays.stream(texts)
                .map(ManPage::formatted)
                .flatMap(String::lines)
                .toList();
    }

    private static String formatted(String text) {
        try {
            return text.isEmpty() ? "\n" : String.format(text);
        } catch (IllegalFormatException plain) {
            return text;
        }
    }

    /** Text in roff's man macros, built from plain text. */
    static final class Roff {
        private final StringBuilder text = new StringBuilder();

        void title(String name, String date, String source) {
            text.append(".TH \"%s\" 1 \"%s\" \"%s\" \"t2q manual\"\n"
                    .formatted(escaped(name.toUpperCase(Locale.ROOT)), date, escaped(source)));
            text.append(".nh\n.ad l\n");
        }

        void section(String heading) {
            text.append(".SH \"")
                    .append(escaped(heading.toUpperCase(Locale.ROOT)))
                    .append("\"\n");
        }

        void line(String line) {
            text.append(guarded(line)).append('\n');
        }

        /** Adds lines with their breaks and indentation. */
        void verbatim(List<String> lines) {
            text.append(".nf\n");
            lines.forEach(this::line);
            text.append(".fi\n");
        }

        /** Adds an entry: names in bold, followed by their value, and the meaning below. */
        void entry(List<String> names, String value, String meaning) {
            String bold =
                    names.stream().map(name -> "\\fB" + escaped(name) + "\\fR").collect(Collectors.joining(", "));
            text.append(".TP\n").append(bold).append(escaped(value)).append('\n');
            line(meaning.isBlank() ? "-" : meaning);
        }

        String text() {
            return text.toString();
        }

        /** Escapes a dot or a quote at the start of a line, which would be a request. */
        private static String guarded(String line) {
            return line.startsWith(".") || line.startsWith("'") ? "\\&" + escaped(line) : escaped(line);
        }

        private static String escaped(String plain) {
            return plain.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
        }
    }
}
