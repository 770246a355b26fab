package org.ticktoquote.harness.hosts.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.control.RemoteInterface;
import org.ticktoquote.host.jvm.InstalledJvms.Jvm;
import org.ticktoquote.host.jvm.InstalledJvms.JvmChoice;
import org.ticktoquote.host.jvm.JvmFamily;
import org.ticktoquote.host.jvm.JvmProfile;
import org.ticktoquote.host.keep.HostProcesses;
import org.ticktoquote.host.keep.HostProcesses.ManagedProcess;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.placement.ThreadOwner;

class RemoteInterfaceTest {
    private static final String YAML = "sets: {one: 0}\ndefault: one\nrules: []\n";

    /** All kinds of arguments and results. */
    public interface Everything {
        Optional<Path> path(Path path, Optional<Path> other);

        ThreadChoice plan(ThreadChoice choice, Set<ThreadOwner> parties);

        HostProcesses processes(HostProcesses processes);

        JvmChoice jvm(JvmProfile profile);

        void refuse(String why);
    }

    private static final class Echo implements Everything {
        @Override
        public Optional<Path> path(Path path, Optional<Path> other) {
            return other.map(path::resolve);
        }

        @Override
        public ThreadChoice plan(ThreadChoice choice, Set<ThreadOwner> parties) {
            assertThat(parties).containsExactlyInAnyOrder(ThreadOwner.REPLAYER, ThreadOwner.HARNESS);
            return choice;
        }

        @Override
        public HostProcesses processes(HostProcesses processes) {
            return processes;
        }

        @Override
        public JvmChoice jvm(JvmProfile profile) {
            Jvm jvm = new Jvm("/jdk", "vendor", "vm", "21", "21+1", JvmFamily.HOTSPOT);
            return profile.family() == null ? new JvmChoice(jvm, "") : new JvmChoice(null, "none");
        }

        @Override
        public void refuse(String why) {
            throw Problem.ofFault(why).exception(ExitStatus.BAD_INPUT);
        }
    }

    private final RemoteInterface<Everything> calls = new RemoteInterface<>(Everything.class);
    private final List<String> lines = new ArrayList<>();

    /** Proxy that passes calls as lines of text. */
    private Everything there() {
        JsonMapper json = new JsonMapper();
        return calls.proxy(call -> {
            try {
                String text = json.writeValueAsString(call);
                lines.add(text);
                JsonNode result = calls.invoke(new Echo(), json.readValue(text, RemoteInterface.Call.class));
                return json.readTree(json.writeValueAsString(result));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void carriesArgumentsAndResultsUnchanged() {
        Everything there = there();
        assertThat(there.path(Path.of("a"), Optional.of(Path.of("b c")))).contains(Path.of("a/b c"));
        assertThat(there.path(Path.of(""), Optional.empty())).isEmpty();
        assertThat(lines)
                .containsExactly(
                        "{\"operation\":\"path\",\"arguments\":[\"a\",\"b c\"]}",
                        "{\"operation\":\"path\",\"arguments\":[\"\",null]}");
        HostProcesses processes =
                new HostProcesses(List.of(new ManagedProcess(ThreadOwner.CLIENTS, 7, true)), List.of(9L));
        assertThat(there.processes(processes)).isEqualTo(processes);
        assertThat(there.jvm(JvmProfile.of("own", (JvmFamily) null)).jvm())
                .map(Jvm::home)
                .contains("/jdk");
        assertThat(there.jvm(JvmProfile.of("zing", JvmFamily.ZING))).isEqualTo(new JvmChoice(null, "none"));
        assertThat(there).isNotEqualTo(there());
    }

    @Test
    void carriesAPlanAsTextWithoutReadingItsFile() {
        Set<ThreadOwner> parties = Set.of(ThreadOwner.REPLAYER, ThreadOwner.HARNESS);
        ThreadChoice plan = there().plan(ThreadChoice.ofPlan("/no/such/file", YAML), parties);
        assertThat(plan.name()).isEqualTo("/no/such/file");
        assertThat(plan.text())
                .isEqualTo(ThreadChoice.ofPlan("/no/such/file", YAML).text());
        assertThat(there().plan(ThreadChoice.UNMANAGED, parties)).isEqualTo(ThreadChoice.UNMANAGED);
    }

    @Test
    void passesOnARemoteRefusal() {
        assertThatRefused(ExitStatus.BAD_INPUT, () -> there().refuse("no such journal"))
                .hasMessage("no such journal");
    }

    @Test
    void callsOnlyMethodsOfAnInterfaceWithoutOverloads() throws Exception {
        JsonNode none = new JsonMapper().readTree("[]");
        for (String name : List.of("getClass", "toString", "notify", "exit", "")) {
            assertThatRefused(() -> calls.invoke(new Echo(), new RemoteInterface.Call(name, none)))
                    .hasMessage("'" + name + "' with 0 arguments is not an operation,"
                            + " expected one of jvm, path, plan, processes, refuse");
        }
        JsonNode classes = new JsonMapper().readTree("[[\"java.net.URL\", \"http://127.0.0.1/\"]]");
        assertThatThrownBy(() -> calls.invoke(new Echo(), new RemoteInterface.Call("refuse", classes)))
                .isInstanceOf(IllegalArgumentException.class);

        assertThatThrownBy(() -> new RemoteInterface<>(Twice.class)).isInstanceOf(IllegalArgumentException.class);
    }

    interface Twice {
        int number(String text);

        int number(int number);
    }

    /** JSON cannot represent an {@link Optional} within another type. */
    private static boolean carried(Type type) {
        if (type instanceof ParameterizedType generic) {
            return generic.getRawType() != Optional.class
                    && Arrays.stream(generic.getActualTypeArguments()).allMatch(RemoteInterfaceTest::carried);
        }
        return !(type instanceof Class<?> whole && whole.isRecord())
                || Arrays.stream(whole.getRecordComponents())
                        .filter(component -> !component.getAccessor().isAnnotationPresent(JsonIgnore.class))
                        .map(RecordComponent::getGenericType)
                        .allMatch(RemoteInterfaceTest::carried);
    }

    @Test
    void carriesEveryOperationOfAHost() {
        assertThat(new RemoteInterface<>(AgentOperations.class)).isNotNull();
        for (Method method : AgentOperations.class.getMethods()) {
            List<Type> types = new ArrayList<>(Arrays.asList(method.getGenericParameterTypes()));
            types.add(method.getGenericReturnType());
            types.replaceAll(type -> type instanceof ParameterizedType generic && generic.getRawType() == Optional.class
                    ? generic.getActualTypeArguments()[0]
                    : type);
            assertThat(types).as(method.getName()).allMatch(RemoteInterfaceTest::carried);
        }
        record Within(List<Optional<String>> texts) {}

        assertThat(carried(Within.class)).isFalse();
    }
}
