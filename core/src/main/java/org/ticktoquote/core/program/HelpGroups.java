package org.ticktoquote.core.program;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.RefusedOptions;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Groups the commands and options in {@code --help}. If a command has many options, {@code --help} lists only {@linkplain
 * OptionGroup#common() common} ones, and {@code --help-all} lists all. {@code t2q} lists its exit statuses only with
 * {@code --help-all}. Neither lists {@linkplain RefusedOptions refused} options.
 */
public final class HelpGroups {
    private static final String OTHERS = "Others";
    private static final String ALL = "--help-all";
    /** Maximum number of options of a command for which {@code --help} lists all. */
    private static final int MAX_LISTED = 24;

    /** Names of commands by heading. */
    private static final List<Map.Entry<String, List<String>>> COMMANDS = List.of(
            Map.entry("Measure", List.of("run", "rate", "wire", "check-app")),
            Map.entry(
                    "Decide",
                    List.of("gate", "compare", "matrix", "analyze", "outliers", "export", "compress", "prune")),
            Map.entry("Prepare input", List.of("generate", "import", "recording")),
            Map.entry("Examine and tune this host", List.of("host", "clocks", "threads")),
            Map.entry("Single processes", List.of("replay", "clients", "pricing-app")));

    private HelpGroups() {}

    /** Groups the commands of {@code t2q} and the options of all commands. A command without a declared group stays unchanged. */
    static void in(CommandLine root) {
        Map<String, IHelpSectionRenderer> sections = root.getHelpSectionMap();
        sections.put(SECTION_KEY_COMMAND_LIST_HEADING, HelpGroups::commands);
        sections.remove(SECTION_KEY_COMMAND_LIST);
        onlyInAll(sections, SECTION_KEY_EXIT_CODE_LIST_HEADING);
        onlyInAll(sections, SECTION_KEY_EXIT_CODE_LIST);
        addAll(root.getCommandSpec(), "Show this help message and the exit statuses, and exit.");
        root.getSubcommands().values().forEach(HelpGroups::groupOptions);
    }

    private static void onlyInAll(Map<String, IHelpSectionRenderer> sections, String key) {
        IHelpSectionRenderer full = Objects.requireNonNull(sections.get(key));
        sections.put(key, help -> isAll(help.commandSpec()) ? full.render(help) : "");
    }

    private static void addAll(CommandSpec command, String description) {
        command.addOption(
                OptionSpec.builder(ALL).usageHelp(true).description(description).build());
    }

    private static void groupOptions(CommandLine line) {
        CommandSpec command = line.getCommandSpec();
        refused(command).map(RefusedOptions::value).ifPresent(names -> hide(command, names));
        if (command.options().stream().anyMatch(option -> group(option) != null)) {
            Map<String, IHelpSectionRenderer> sections = line.getHelpSectionMap();
            sections.put(SECTION_KEY_OPTION_LIST, HelpGroups::options);
            if (count(command) > MAX_LISTED) {
                addAll(command, "Show all options and exit.");
                command.usageMessage().abbreviateSynopsis(true);
                IHelpSectionRenderer footer = Objects.requireNonNull(sections.get(SECTION_KEY_FOOTER));
                sections.put(SECTION_KEY_FOOTER, help -> footer.render(help) + hint(help.commandSpec()));
            }
        }
        line.getSubcommands().values().forEach(HelpGroups::groupOptions);
    }

    /** Returns the options that a command refuses. */
    static Optional<RefusedOptions> refused(CommandSpec command) {
        return Optional.ofNullable(command.userObject())
                .map(user -> user.getClass().getAnnotation(RefusedOptions.class));
    }

    private static void hide(CommandSpec command, String... names) {
        for (String name : names) {
            OptionSpec option = Objects.requireNonNull(command.findOption(name), name);
            command.remove(option);
            command.addOption(OptionSpec.builder(option).hidden(true).build());
        }
    }

    private static String hint(CommandSpec command) {
        return isAll(command)
                ? ""
                : "%n%s %s shows all %d options.%n".formatted(command.qualifiedName(), ALL, count(command));
    }

    private static int count(CommandSpec command) {
        return of(command).values().stream().mapToInt(List::size).sum();
    }

    /** Returns the visible options of a command by heading, in the order of {@code --help-all}. */
    public static Map<String, List<OptionSpec>> of(CommandSpec command) {
        Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
        command.options().stream()
                .filter(option -> !option.hidden())
                .forEach(option -> groups.computeIfAbsent(heading(option), any -> new ArrayList<>())
                        .add(option));
        List<OptionSpec> others = groups.remove(OTHERS);
        if (others != null) {
            groups.put(OTHERS, others);
        }
        return groups;
    }

    private static String commands(Help help) {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, List<String>> group : COMMANDS) {
            text.append("%n%s:%n".formatted(group.getKey()));
            group.getValue().stream()
                    .map(help.subcommands()::get)
                    .filter(Objects::nonNull)
                    .map(Help::commandSpec)
                    .forEach(each -> text.append("  %-12s %s%n"
                            .formatted(each.name(), each.usageMessage().description()[0])));
        }
        return text.toString();
    }

    private static String options(Help help) {
        CommandSpec command = help.commandSpec();
        boolean all = isAll(command) || command.findOption(ALL) == null;
        StringBuilder text = new StringBuilder();
        of(command).forEach((heading, options) -> {
            List<OptionSpec> shown =
                    options.stream().filter(option -> all || isCommon(option)).toList();
            if (!shown.isEmpty()) {
                Help.Layout layout = help.createDefaultLayout();
                layout.addAllOptions(shown, help.parameterLabelRenderer());
                text.append("%n%s:%n%s".formatted(heading, layout));
            }
        });
        return text.toString();
    }

    private static boolean isAll(CommandSpec command) {
        @Nullable ParseResult parsed = command.commandLine().getParseResult();
        return parsed != null && parsed.hasMatchedOption(ALL);
    }

    private static boolean isCommon(OptionSpec option) {
        @Nullable OptionGroup group = group(option);
        return group != null
                && (List.of(group.common()).contains(OptionGroup.EVERY)
                        || List.of(group.common()).contains(option.longestName()));
    }

    private static String heading(OptionSpec option) {
        @Nullable OptionGroup group = group(option);
        return group == null ? OTHERS : group.value();
    }

    private static @Nullable OptionGroup group(OptionSpec option) {
        return option.userObject() instanceof Field field
                ? field.getDeclaringClass().getAnnotation(OptionGroup.class)
                : null;
    }
}
