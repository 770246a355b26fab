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
import picocli.CommandLine.Model.OptionSpec;

/** The list of options in {@code --help}, under the heading of the {@link OptionGroup} that each was declared in. */
final class GroupedOptions {
    private static final String OTHERS = "Others";

    private GroupedOptions() {}

    /** Of this command and all below it, where a group is declared at all. */
    static void in(CommandLine line) {
        if (line.getCommandSpec().options().stream()
                .anyMatch(option -> !heading(option).equals(OTHERS))) {
            line.getHelpSectionMap()
                    .put(CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST, GroupedOptions::text);
        }
        line.getSubcommands().values().forEach(GroupedOptions::in);
    }

    private static String text(Help help) {
        Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
        help.commandSpec().options().stream()
                .filter(option -> !option.hidden())
                .forEach(option -> groups.computeIfAbsent(heading(option), any -> new ArrayList<>())
                        .add(option));
        List<OptionSpec> others = groups.remove(OTHERS);
        StringBuilder text = new StringBuilder();
        groups.forEach((heading, options) -> text.append(section(help, heading, options)));
        return others == null
                ? text.toString()
                : text.append(section(help, OTHERS, others)).toString();
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
