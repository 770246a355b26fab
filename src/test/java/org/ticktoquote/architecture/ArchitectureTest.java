package org.ticktoquote.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.control.ControlChannel;

/** Dependencies between modules, and rules that the compiler does not check. */
@AnalyzeClasses(packages = "org.ticktoquote", importOptions = ArchitectureTest.Product.class)
class ArchitectureTest {
    private static final List<String> HARNESS_FROM_THE_TOP =
            List.of("cli", "gate", "rate", "matrix", "settings", "share", "run", "hosts", "process");

    /** Packages of modules, with those on which they may depend. */
    private static final Map<String, String> MODULES = Map.ofEntries(
            Map.entry("core", ""),
            Map.entry("report", "core"),
            Map.entry("fix", "core"),
            Map.entry("analysis", "core report"),
            Map.entry("comparison", "core report analysis"),
            Map.entry("wire", "core fix"),
            Map.entry("replayer", "core report fix wire"),
            Map.entry("aeron", "core replayer"),
            Map.entry("clients", "core fix"),
            Map.entry("pricing", "core fix"),
            Map.entry("host", "core report analysis"),
            Map.entry("harness", "core report analysis comparison host wire"));

    @ArchTest
    static final ArchRule modulesDependOnlyInTheAllowedDirections = layers();

    @ArchTest
    static final ArchRule everyClassBelongsToAModule = classes()
            .that()
            .doNotHaveSimpleName("package-info")
            .should()
            .resideInAnyPackage(
                    MODULES.keySet().stream().map(ArchitectureTest::packages).toArray(String[]::new));

    private static ArchRule layers() {
        Architectures.LayeredArchitecture layers = layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("org.ticktoquote..")
                .withOptionalLayers(true);
        for (String module : MODULES.keySet()) {
            layers = layers.layer(module).definedBy(packages(module));
        }
        for (Map.Entry<String, String> module : MODULES.entrySet()) {
            var layer = layers.whereLayer(module.getKey());
            layers = module.getValue().isEmpty()
                    ? layer.mayNotAccessAnyLayer()
                    : layer.mayOnlyAccessLayers(module.getValue().split(" "));
        }
        return layers;
    }

    private static String packages(String module) {
        return "org.ticktoquote." + module + "..";
    }

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().assignedFrom(new EachPackage()).should().beFreeOfCycles();

    /** No part of the harness or of the host depends on itself through others. */
    @ArchTest
    static final ArchRule partsOfTheHarnessAreFreeOfCycles =
            slices().matching("org.ticktoquote.harness.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule partsOfTheHostAreFreeOfCycles =
            slices().matching("org.ticktoquote.host.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule noClassDependsOnTheMainClass =
            noClasses().should().dependOnClassesThat().haveFullyQualifiedName("org.ticktoquote.harness.T2q");

    @ArchTest
    static void harnessPackagesDependOnlyOnLowerOnes(JavaClasses classes) {
        for (int lower = 1; lower < HARNESS_FROM_THE_TOP.size(); lower++) {
            String[] above = HARNESS_FROM_THE_TOP.subList(0, lower).stream()
                    .map(ArchitectureTest::partOfTheHarness)
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(partOfTheHarness(HARNESS_FROM_THE_TOP.get(lower)))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(above)
                    .allowEmptyShould(true)
                    .check(classes);
        }
    }

    /** Top-level classes of a module have unique simple names; nested classes are exempt. */
    @ArchTest
    static void classNamesAreUniqueWithinAModule(JavaClasses classes) {
        Map<String, List<String>> owners = classes.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(groupingBy(
                        type -> type.getPackageName().split("\\.")[2] + "." + type.getSimpleName(),
                        mapping(JavaClass::getName, toList())));
        assertThat(owners.values()).filteredOn(names -> names.size() > 1).isEmpty();
    }

    @ArchTest
    static final ArchRule analysisUsesNoSocketsAndNoProcesses = noClasses()
            .that()
            .resideInAnyPackage("org.ticktoquote.analysis..", "org.ticktoquote.comparison..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net", "java.nio.channels.spi", "javax.net..")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(ProcessBuilder.class);

    @ArchTest
    static final ArchRule outputGoesToAnInjectedStream = noClasses()
            .that()
            .doNotBelongToAnyOf(Progress.class, ControlChannel.class)
            .and(doNotHaveAMain())
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(Throwable.class, "printStackTrace");

    @ArchTest
    static final ArchRule onlyCommandsEndTheProcess = noClasses()
            .that()
            .areNotAssignableTo(Subcommand.class)
            .and(doNotHaveAMain())
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class);

    @ArchTest
    static final ArchRule everyThreadHasARoleName = noClasses()
            .should()
            .callConstructor(Thread.class)
            .orShould()
            .callConstructor(Thread.class, Runnable.class)
            .orShould()
            .callMethod(Executors.class, "newSingleThreadExecutor")
            .orShould()
            .callMethod(Executors.class, "newCachedThreadPool")
            .orShould()
            .callMethod(Executors.class, "newFixedThreadPool", int.class)
            .orShould()
            .callMethod(Executors.class, "newSingleThreadScheduledExecutor")
            .orShould()
            .callMethod(Executors.class, "newScheduledThreadPool", int.class);

    @ArchTest
    static final ArchRule noClassUsesASecondLoggingSystem = NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

    @ArchTest
    static final ArchRule noClassThrowsGenericExceptions = NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS;

    private static String partOfTheHarness(String name) {
        return "org.ticktoquote.harness." + name + "..";
    }

    private static DescribedPredicate<JavaClass> doNotHaveAMain() {
        return DescribedPredicate.describe(
                "do not have a main method",
                type -> type.tryGetMethod("main", String[].class).isEmpty());
    }

    private static final class EachPackage implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }

    /** Shipped classes, without tests. */
    static final class Product implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/");
        }
    }
}
