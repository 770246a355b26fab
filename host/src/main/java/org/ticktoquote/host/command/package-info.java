/** {@code t2q host} and what belongs to it. */
@NullMarked
package org.ticktoquote.host.command;

import org.jspecify.annotations.NullMarked;
