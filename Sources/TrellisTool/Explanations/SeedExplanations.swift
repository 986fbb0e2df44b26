// The testing library reads seeds in the user's tests. No command of the tool reports these codes.
extension ExplanationFamily {
    static let seeds = ExplanationFamily(
        "Seeds of tests",
        [
            Explanation(
                "TR2001", "An unknown name in seeds",
                """
                A file of seeds names its model, and in it entities, attributes and
                relationships of the model. An abstract entity has no objects. A derived
                attribute cannot be set, because Trellis computes its value.
                """),
            Explanation(
                "TR2002", "An unknown label in seeds",
                """
                A relationship of a seed names another seed by its label. Labels are unique in
                the file. The object that a label names must have the destination entity or one
                of its descendants.
                """),
            Explanation(
                "TR2003", "An invalid value in seeds",
                """
                The attribute's type determines the form of a value. Write an instant with Z, and
                a decimal with no more places than its scale. Write data as Base64, an enum as
                its raw value, and JSON as a text or as YAML.
                """),
            Explanation(
                "TR2004", "A seed without a required value",
                """
                A seed sets every required attribute, even one with a default in the model.
                Defaults belong to the initializer of the class, which seeds do not call.
                """),
            Explanation(
                "TR2005", "A seed that breaks a rule",
                """
                Seeds are saved like objects of a program: the rules of the model and of the
                classes apply.
                """),
        ])
}
