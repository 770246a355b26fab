/** The replayer's part of the command line. */
@NullMarked
package org.ticktoquote.replayer.command;

import org.jspecify.annotations.NullMarked;
