package org.ticktoquote.core.program;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.core.command.OptionGroup;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Lists the options in {@code --help} under the heading of the {@link OptionGroup} in which each was declared. */
public final class GroupedOptions {
    private static final String OTHERS = "Others";

    private GroupedOptions() {}

    /** Groups the options of this command and of all its subcommands. A command without a declared group stays unchanged. */
    static void in(CommandLine line) {
        if (line.getCommandSpec().options().stream()
                .anyMatch(option -> !heading(option).equals(OTHERS))) {
            line.getHelpSectionMap()
                    .put(CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST, GroupedOptions::text);
        }
        line.getSubcommands().values().forEach(GroupedOptions::in);
    }

    /** Returns the visible options of a command by heading, in the order of {@code --help}. */
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

    private static String text(Help help) {
        StringBuilder text = new StringBuilder();
        of(help.commandSpec()).forEach((heading, options) -> text.append(section(help, heading, options)));
        return text.toString();
    }

    private static String section(Help help, String heading, List<OptionSpec> options) {
        Help.Layout layout = help.createDefaultLayout();
        layout.addAllOptions(options, help.parameterLabelRenderer());
        return "%n%s:%n%s".formatted(heading, layout);
    }

    private static String heading(ArgSpec option) {
        OptionGroup group = option.userObject() instanceof Field field
                ? field.getDeclaringClass().getAnnotation(OptionGroup.class)
                : null;
        return group == null ? OTHERS : group.value();
    }
}
