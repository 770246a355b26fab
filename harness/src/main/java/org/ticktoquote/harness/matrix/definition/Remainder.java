package org.ticktoquote.harness.matrix.definition;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.audit.HostRequirement.HostSheet;
import org.ticktoquote.host.process.CommandText;

/**
 * What a case says beside its coordinates, by key: two cases that differ in it differ in more than an axis.
 *
 * <p>What the values of axes say belongs to their axes, and what a profile says to the JVM.
 */
final class Remainder {
    private final List<YamlSection> said;
    private final Map<String, String> found = new TreeMap<>();

    private Remainder(List<YamlSection> said) {
        this.said = said;
    }

    /** Of a case of a product: own words and defaults, the own first. */
    static Map<String, String> ofProduct(List<YamlSection> said) {
        Remainder remainder = new Remainder(said);
        remainder.options();
        remainder.host(true);
        remainder.put(CaseReader.JVM.name(), remainder.text(CaseReader.JVM.name()));
        remainder.put(CaseReader.THREADS.name(), remainder.text(CaseReader.THREADS.name()));
        return remainder.found;
    }

    /** Of a case whose coordinates are its own kernel, JVM and threads; in a file with axes it is compared with its like. */
    static Map<String, String> ofOwnWords(List<YamlSection> said, boolean amongAxes) {
        Remainder remainder = new Remainder(said);
        remainder.options();
        remainder.host(false);
        if (amongAxes) {
            remainder.put("case", "written by hand");
        }
        return remainder.found;
    }

    private void options() {
        List<String> flags = CaseReader.jvmArgs(said);
        if (!flags.isEmpty()) {
            put(CaseReader.JVM_ARGS.name(), CommandText.join(flags));
        }
        List<YamlSection> run = below(CaseReader.RUN.name());
        for (String name : RunKeys.names()) {
            run.stream()
                    .filter(section -> section.has(name))
                    .findFirst()
                    .ifPresent(section -> put("run." + name, RunKeys.read(section, name)));
        }
    }

    private void host(boolean withKernel) {
        CaseReader.conditions(below(CaseReader.HOST.name())).forEach((fact, values) -> {
            if (withKernel || !fact.equals(HostSheet.KERNEL)) {
                put("host." + fact, String.join(" or ", values));
            }
        });
    }

    private List<YamlSection> below(String key) {
        List<YamlSection> below = new ArrayList<>();
        for (YamlSection section : said) {
            YamlSection part = section.section(key);
            if (part != null) {
                below.add(part);
            }
        }
        return below;
    }

    private @Nullable String text(String key) {
        return said.stream()
                .filter(section -> section.has(key))
                .findFirst()
                .map(section -> String.valueOf(section.tree(key)))
                .orElse(null);
    }

    private void put(String key, @Nullable String value) {
        if (value != null) {
            found.put(key, value);
        }
    }
}
