/** Commands {@code t2q host} and {@code t2q threads} with their subcommands. */
@NullMarked
package org.ticktoquote.host.command;

import org.jspecify.annotations.NullMarked;
