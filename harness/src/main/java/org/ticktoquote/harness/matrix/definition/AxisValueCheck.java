package org.ticktoquote.harness.matrix.definition;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.audit.HostRequirement;
import org.ticktoquote.host.audit.HostRequirement.HostSheet;
import org.ticktoquote.host.jvm.JvmFamily;
import org.ticktoquote.host.jvm.JvmProfile;

/** Nothing runs under the name of an axis value that the value does not mean. */
final class AxisValueCheck {
    private static final String GRAAL = "graal";
    private static final Set<String> PARTS = Set.of(CaseReader.HOST.name(), CaseReader.RUN.name());
    /** Keys that say what runs, not under which load. */
    private static final List<String> IDENTITY =
            List.of(CaseReader.HOST.name() + ".", CaseReader.JVM.name(), CaseReader.THREADS.name());

    private AxisValueCheck() {}

    /** Problems where a case says again what one of its values says, or one axis what another does. */
    static void judgeWords(List<YamlSection> own, List<AxisReader.Value> fragments) {
        List<YamlSection> before = new ArrayList<>();
        fragments.forEach(each -> {
            String value = each.name();
            YamlSection fragment = each.said();
            own.forEach(section -> again(section, fragment, "what the value '" + value + "' says", List.of("")));
            before.forEach(other -> again(fragment, other, "what another axis says", IDENTITY));
            before.add(fragment);
        });
    }

    private static void again(YamlSection section, YamlSection fragment, String what, List<String> beginnings) {
        for (String key : section.keys()) {
            if (PARTS.contains(key) && section.isSection(key) && fragment.isSection(key)) {
                YamlSection part = section.section(key);
                YamlSection said = fragment.section(key);
                if (part != null && said != null) {
                    part.keys().stream()
                            .filter(said::has)
                            .filter(each -> begins(key + "." + each, beginnings))
                            .forEach(each -> refuse(part, each, what));
                }
            } else if (taken(key) && fragment.has(key) && begins(key, beginnings)) {
                refuse(section, key, what);
            }
        }
    }

    private static boolean taken(String key) {
        return List.of(CaseReader.JVM.name(), CaseReader.JVM_ARGS.name(), CaseReader.THREADS.name())
                .contains(key);
    }

    private static boolean begins(String key, List<String> beginnings) {
        return beginnings.stream()
                .anyMatch(each -> each.isEmpty() || each.endsWith(".") ? key.startsWith(each) : key.equals(each));
    }

    private static void refuse(YamlSection section, String key, String what) {
        section.problemWithKey(
                key, "no other word on " + what + ", whose name the case has; write a case with a name of its own");
    }

    /** Problems where the name of a value promises a JVM or a kernel that the case does not ask for. */
    static void judgeNames(List<AxisReader.Value> fragments, Optional<JvmProfile> profile, HostRequirement host) {
        fragments.forEach(each -> {
            String value = each.name();
            YamlSection fragment = each.said();
            JvmProfile.promised(value)
                    .filter(family -> profile.isPresent() && profile.get().family() != family)
                    .ifPresent(family -> broken(fragment, CaseReader.JVM.name(), "a " + title(family), value));
            if (value.toLowerCase(Locale.ROOT).contains(GRAAL) && profile.isPresent() && !graal(profile.get())) {
                broken(fragment, CaseReader.JVM.name(), "a profile that asks for GraalVM", value);
            }
            if (value.equals(JvmProfile.OWN)
                    && profile.isPresent()
                    && !profile.get().name().equals(value)) {
                broken(fragment, CaseReader.JVM.name(), JvmProfile.OWN, value);
            }
            List<String> kernel = host.conditions().getOrDefault(HostSheet.KERNEL, List.of());
            if (List.of(HostSheet.STOCK, HostSheet.RT).contains(value) && !kernel.equals(List.of(value))) {
                broken(fragment, CaseReader.HOST.name(), "{kernel: " + value + "}", value);
            }
        });
    }

    private static String title(JvmFamily family) {
        return family.title() + " JVM, jvm: " + family.key() + " or a profile of that family";
    }

    private static boolean graal(JvmProfile profile) {
        return (profile.name() + profile.vendor() + profile.vmName())
                .toLowerCase(Locale.ROOT)
                .contains(GRAAL);
    }

    private static void broken(YamlSection fragment, String key, String expected, String value) {
        fragment.problemAt(key, expected + ", which the name '" + value + "' of the value promises");
    }
}
