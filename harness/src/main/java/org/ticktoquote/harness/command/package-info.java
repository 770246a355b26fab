/** The commands that run and analyse. */
@NullMarked
package org.ticktoquote.harness.command;

import org.jspecify.annotations.NullMarked;
