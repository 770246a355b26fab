/** Commands that look after stored runs and matrices. */
@NullMarked
package org.ticktoquote.analysis.command;

import org.jspecify.annotations.NullMarked;
